"""The failing case as a program: it finds the learner's file wherever it is kept and run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader.content.models import Level
from grader.learner.cases import case_text
from grader.results import CheckResult, Evidence, Verdict

FAILED = CheckResult("check_b", "Zero changes nothing.", Verdict.FAILED, "wrong values", 0.0, 5.0)
SNIPPET = "from a_first.add_two import add_two\n\nprint(add_two(2, 3))\n"


@pytest.mark.parametrize(
    ("kept", "run"),
    [
        (".grader/cases/add_two_case.py", "."),
        ("try.py", "a_first"),
        ("a_first/try.py", "."),
        ("a_first/try.py", ".grader"),
        ("../elsewhere/try.py", "."),
    ],
)
def test_it_runs_from_anywhere(level: Level, tmp_path: Path, kept: str, run: str) -> None:
    mine = tmp_path / "mine"
    for folder in (mine / ".grader" / "cases", mine / "a_first", tmp_path / "elsewhere"):
        folder.mkdir(parents=True)
    (mine / "a_first" / "add_two.py").write_text("def add_two(a, b):\n    return a + b\n")
    program = mine / kept
    program.write_text(case_text(level.exercise("add-two"), FAILED, Evidence(expected="5", got="0", snippet=SNIPPET)), encoding="utf-8")

    done = subprocess.run([sys.executable, str(program)], cwd=mine / run, capture_output=True, text=True, check=False)

    assert (done.stdout, done.stderr) == ("5\n", "")
