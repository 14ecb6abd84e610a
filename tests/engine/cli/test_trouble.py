"""A learner's trouble: a full disk, a folder that cannot be written, a store that is damaged or newer. One clear sentence, nothing lost."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from grader.content.load import load_level
from grader.learner.folder import start
from grader.results import ExitCode
from tests.engine.running import REPOSITORY, can_mount, environment
from tests.engine.store.test_learner_store import make_format_1

SLUG = "softmax-rows"
VERBS = (
    *(("list",), ("next",), ("hint", SLUG), ("check", SLUG), ("reset", SLUG), ("undo", SLUG), ("solution", SLUG, "--give-up", "--yes")),
    *(("progress",), ("quiz", "O3"), ("drill",), ("log",), ("stats",), ("data", "export", "-o", "-"), ("watch", SLUG)),
)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A learner's folder in which one hint was taken."""
    folder = start(load_level(), tmp_path / "mine").folder.root
    assert grader(folder, "hint", SLUG).returncode == 0
    return folder


def grader(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "grader", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), "COLUMNS": "80"},
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stdout + done.stderr
    assert "our fault" not in done.stdout + done.stderr
    return done


def is_one_sentence(text: str) -> bool:
    """One line of what happened, a blank line, and what to do next."""
    happened, blank, hint = text.rstrip("\n").split("\n")
    return happened.endswith(".") and blank == "" and hint.startswith("hint: ")


@pytest.mark.parametrize("words", VERBS, ids=" ".join)
def test_a_damaged_store_is_one_sentence_and_stays_as_it_is(mine: Path, words: tuple[str, ...]) -> None:
    store = mine / ".grader" / "state.sqlite"
    for rest in mine.glob(".grader/state.sqlite-*"):
        rest.unlink()
    damaged = b"no database\n" * 400
    store.write_bytes(damaged)
    done = grader(mine, *words)

    assert done.returncode == ExitCode.FAILED_RUN
    assert is_one_sentence(done.stderr), done.stderr
    assert "is damaged or no database of ours" in done.stderr
    assert store.read_bytes() == damaged


@pytest.mark.parametrize("words", VERBS[2:4], ids=" ".join)
def test_a_newer_store_is_one_sentence_and_stays_as_it_is(mine: Path, words: tuple[str, ...]) -> None:
    with closing(sqlite3.connect(mine / ".grader" / "state.sqlite")) as db, db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    done = grader(mine, *words)

    assert done.returncode == ExitCode.FAILED_RUN
    assert is_one_sentence(done.stderr), done.stderr
    assert "was written by a newer version of this program (format 99" in done.stderr
    with closing(sqlite3.connect(mine / ".grader" / "state.sqlite")) as db, db:
        assert db.execute("SELECT count(*) FROM event WHERE kind = 'hint'").fetchone() == (1,)
    db.close()


@pytest.mark.parametrize("words", [("list",), ("hint", SLUG), ("check", SLUG), ("drill", "--forecast"), ("stats",)], ids=" ".join)
def test_an_older_store_is_brought_up_with_one_sentence_said_once(mine: Path, words: tuple[str, ...]) -> None:
    for rest in mine.glob(".grader/state.sqlite*"):
        rest.unlink()
    make_format_1(mine / ".grader")
    first, second = grader(mine, *words), grader(mine, *words)

    assert first.returncode == second.returncode
    said = first.stderr.replace("\n", " ")
    assert "Your record was brought up to format 2; nothing of it is lost. As it was before: .grader/state.format-1.sqlite." in said
    assert "format" not in second.stderr
    with sqlite3.connect(mine / ".grader" / "state.sqlite") as db:
        assert db.execute("SELECT count(*) FROM event WHERE kind = 'hint' AND uid = ?", (b"e" * 16,)).fetchone() == (1,)
    db.close()


SCRIPT = """
set -u
home="$0"; python="$1"
mount -t tmpfs -o size=4m tmpfs "$home/small"
cd "$home/small"
note() { name="$1"; shift; "$python" -m grader "$@" > "$home/$name.out" 2>&1; echo $? > "$home/$name.code"; }
note start start mine
cd mine
cp "$home/wrong.py" o3_weights/softmax_rows.py
note before hint softmax-rows
dd if=/dev/zero of=../filler bs=4k 2> /dev/null; dd if=/dev/zero of=../crumbs bs=1 2> /dev/null
note full_check check softmax-rows
note full_hint hint softmax-rows
note full_reset reset softmax-rows
note full_submit submit -o work.zip
note full_undo undo softmax-rows
note full_solution solution softmax-rows --give-up --yes
note full_quiz quiz O3
note full_export data export -o mine.json
for look in list next progress stats log; do note "full_look_$look" "$look"; done
note full_look_drill drill --forecast
cp o3_weights/softmax_rows.py "$home/after_full.py"
rm ../filler ../crumbs
note check check softmax-rows
note log log --json
mount -o remount,ro "$home/small"
note ro_check check softmax-rows
note ro_hint hint softmax-rows
note ro_reset reset softmax-rows
note ro_submit submit -o work.zip
note ro_undo undo softmax-rows
note ro_solution solution softmax-rows --give-up --yes
note ro_quiz quiz O3
note ro_export data export -o mine.json
note ro_start start ../another
for look in list next progress stats log; do note "ro_look_$look" "$look"; done
note ro_look_drill drill --forecast
"""
WRONG = "import numpy as np\n\n\ndef softmax_np(x, axis=-1):\n    return np.exp(x)\n"


@pytest.mark.isolation
@pytest.mark.skipif(not can_mount(), reason="this system allows no file system of one's own to fill up")
def test_a_full_disk_and_a_read_only_one_are_a_sentence_each_and_lose_nothing(tmp_path: Path) -> None:
    (tmp_path / "small").mkdir()
    (tmp_path / "wrong.py").write_text(WRONG)
    command = ["unshare", "-rm", "sh", "-c", SCRIPT, str(tmp_path), sys.executable]
    subprocess.run(command, env={**environment(tmp_path), "COLUMNS": "80"}, check=True, capture_output=True)
    said = {path.stem: path.read_text() for path in tmp_path.glob("*.out")}
    codes = {path.stem: int(path.read_text()) for path in tmp_path.glob("*.code")}

    assert not any("Traceback" in text or "our fault" in text for text in said.values()), said
    assert [codes[name] for name in ("start", "before", "check", "log")] == [0, 0, 1, 0]
    full, read_only = ([name for name in said if name.startswith(begins)] for begins in ("full_", "ro_"))
    assert (len(full), len(read_only)) == (14, 15)
    for name in full:
        assert codes[name] == ExitCode.FAILED_RUN, (name, said[name])
        assert "full" in said[name] and "hint: free some space" in said[name], (name, said[name])
    assert (tmp_path / "after_full.py").read_text() == WRONG
    assert '"what": "hint"' in said["log"] and '"what": "check"' in said["log"]
    for name in read_only:
        assert codes[name] == ExitCode.FAILED_RUN, (name, said[name])
        assert "cannot be written" in said[name] or "read-only" in said[name], (name, said[name])
