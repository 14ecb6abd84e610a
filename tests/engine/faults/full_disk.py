"""Fills a disk at every write of a class run: a small memory file system of each size in turn, and at the end one that cannot be written.

python -m tests.engine.faults.full_disk PLACE     in a mount namespace of its own; prints what came of each size as JSON
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from grader.cli import main
from tests.engine.classroom.fake import FakePool

SIZES_KIB = (4, 8, *range(16, 400, 24), *range(400, 800, 120), 1_600, 3_200)
ROOMY_KIB = 50_000
LEARNERS = 12


def handed_in(work: Path) -> None:
    """Twelve learners with some ten thousand bytes each."""
    for number in range(LEARNERS):
        (work / f"learner-{number:02}").mkdir(parents=True)
        (work / f"learner-{number:02}" / "softmax_rows.py").write_text(f"# {number} {'x' * 10_000}\n# passed")
    (work / "class.yaml").write_text("exercises: [softmax-rows]\n")


def mounted(place: Path, options: str) -> None:
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)], check=True)


def said(arguments: Sequence[str]) -> tuple[int, str]:
    """A command's exit code and everything that it said."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), pytest.MonkeyPatch.context() as patch:
        patch.setattr("grader.classroom.service.pool_opener", lambda *_: FakePool().opener())
        code = main(arguments)
    return code, " ".join(out.getvalue().split())


def state(graded: Path) -> dict[str, Any]:
    """What is in the store: sound or not, how many results, and how often each was graded at most."""
    path = graded / "class.sqlite"
    if not path.is_file() or not path.stat().st_size:
        return {"sound": True, "rows": 0}
    with contextlib.closing(sqlite3.connect(path)) as db, contextlib.suppress(sqlite3.OperationalError):
        sound = db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'result'").fetchall():
            return {"sound": sound, "rows": 0}
        rows, most = db.execute("SELECT count(*), max(times_graded) FROM result").fetchone()
        return {"sound": sound, "rows": rows, "most": most}
    return {"sound": True, "rows": None}  # there is no room even for the shared memory that reading takes: looked at when there is


def one_size(small: Path, work: Path, size_kib: int) -> dict[str, Any]:
    """A run on a disk of that size, then the same command with room."""
    mounted(small, f"size={size_kib}k")
    try:
        graded = small / "graded"
        command = ["grade", str(work), "-o", str(graded)]
        code, text = said(command)
        middle = state(graded)
        subprocess.run(["mount", "-o", f"remount,size={ROOMY_KIB}k", str(small)], check=True)
        again, text_again = said(command)
        rests = sorted(path.name for path in graded.rglob("*") if path.name.endswith((".new", ".tmp")))
        result = (graded / "result.json").read_text() if (graded / "result.json").is_file() else ""
        end = state(graded)
        return {
            "size": size_kib, "code": code, "said": text, "middle": middle, "again": again, "said_again": text_again,
            "end": end, "rests": rests, "secretless": _without_secret(result),
        }  # fmt: skip
    finally:
        subprocess.run(["umount", str(small)], check=True)


def _without_secret(document: str) -> str:
    """A result document without what the class secret is named by: it is another one in each store."""
    if not document:
        return ""
    data = json.loads(document)
    data["run"] = {}
    return json.dumps(data, sort_keys=True)


def read_only(small: Path, work: Path) -> dict[str, Any]:
    """Every command that writes into a class, on a disk that cannot be written; and whether a byte changed."""
    mounted(small, f"size={ROOMY_KIB}k")
    try:
        graded = small / "graded"
        said(["grade", str(work), "-o", str(graded)])
        before = {str(path): path.read_bytes() for path in graded.rglob("*") if path.is_file()}
        subprocess.run(["mount", "-o", "remount,ro", str(small)], check=True)
        commands = (
            ["grade", str(work), "-o", str(graded)],
            ["report", str(graded)],
            ["export", "csv", str(graded), "-o", str(graded / "x.csv")],
        )
        answers = {command[0]: said(command) for command in commands}
        return {"answers": answers, "same": before == {str(path): path.read_bytes() for path in graded.rglob("*") if path.is_file()}}
    finally:
        subprocess.run(["umount", str(small)], check=True)


if __name__ == "__main__":
    home = Path(sys.argv[1])
    os.environ["XDG_CACHE_HOME"] = str(home / "cache")
    handed_in(home / "work")
    (home / "small").mkdir()
    sizes = [one_size(home / "small", home / "work", size) for size in SIZES_KIB]
    answer = {"sizes": sizes, "read_only": read_only(home / "small", home / "work")}
    shutil.rmtree(home / "work")
    print(json.dumps(answer))
