"""A learner without a network, and one whose system has no fork, no resource limits and no file locks: everything of theirs works."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.content.load import load_level
from tests.engine.cli.lacking import POSIX_ONLY, SOCKETS, python_without

pytestmark = pytest.mark.isolation

SLUG = "softmax-rows"
Run = Callable[..., subprocess.CompletedProcess[str]]


def program(tmp_path: Path, start_up: str) -> Run:
    """Runs `grader` under a Python that lacks something."""
    python = python_without(tmp_path / "python", start_up)
    (tmp_path / "mine").mkdir()

    def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [str(python), "-m", "grader", *words],
            cwd=tmp_path / "mine",
            env={**os.environ, "COLUMNS": "80", "PYTHONUTF8": "1"},
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stdout + done.stderr
        assert "our fault" not in done.stdout + done.stderr
        return done

    return run


def write(tmp_path: Path, source: str) -> None:
    exercise = load_level().exercise(SLUG)
    text = exercise.solution_path.read_text(encoding="utf-8")
    (tmp_path / "mine" / exercise.folder / exercise.filename).write_text(source or text, encoding="utf-8")


def test_the_start_up_file_hides_what_it_should(tmp_path: Path) -> None:
    python = python_without(tmp_path / "python", POSIX_ONLY)
    code = "import os, sys; assert not hasattr(os, 'fork')\ntry: import fcntl\nexcept ImportError: sys.exit(7)"

    assert subprocess.run([str(python), "-c", code], check=False).returncode == 7


def test_everything_works_where_there_is_no_fork_and_no_limit(tmp_path: Path) -> None:
    grader = program(tmp_path, POSIX_ONLY)
    assert grader("start").returncode == 0
    assert SLUG in grader("list").stdout
    assert grader("hint", SLUG).returncode == 0

    write(tmp_path, "")
    passed = grader("check", SLUG)
    assert f"✓ {SLUG}: passed" in passed.stdout
    assert "your code ran separated here: less isolated than a class would run it" in passed.stderr

    write(tmp_path, "def softmax_np(x, axis=-1):\n    while True:\n        x = x\n")
    stuck = grader("check", SLUG, "--json")
    (told,) = json.loads(stuck.stdout)["data"]["exercises"]
    assert (stuck.returncode, told["verdict"]) == (1, "timed_out")

    assert "Everything is saved" in grader("quiz", "O3", typed="q\n").stdout
    assert "1 answered" in grader("drill", "-o", "O3", typed="\n3\nq\n").stdout


def test_everything_works_with_all_sockets_blocked(tmp_path: Path) -> None:
    grader = program(tmp_path, SOCKETS)
    assert grader("start", "--vscode").returncode == 0
    write(tmp_path, "")
    assert f"✓ {SLUG}: passed" in grader("check", SLUG).stdout
    assert "Yours" in grader("solution", SLUG).stdout

    codes = {
        words: grader(*words, typed=typed).returncode
        for words, typed in {
            ("list",): "",
            ("next",): "",
            ("hint",): "",
            ("quiz", "O3"): "q\n",
            ("drill",): "q\n",
            ("progress", "--html", "me.html"): "",
            ("stats",): "",
            ("log",): "",
            ("reset", SLUG): "",
            ("undo", SLUG): "",
            ("submit", "-o", "work.zip"): "",
        }.items()
    }
    assert codes == dict.fromkeys(codes, 0)
