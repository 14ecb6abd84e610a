"""PrairieLearn's pytest plugin (pytest-prairielearn-grader): learner code in a second process of user nobody, one for each submission.

That is its `module_sandbox`; with its default, a process for each check, one submission took 39 s when it was measured.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.peers.environments import python_of
from bench.peers.running import CHECK_S, SUBMISSION_S, Graded, run, text_of
from bench.peers.work import CHECKS, INPUTS

SETTINGS = f"""
import pytest
from pytest_prairielearn_grader import ConfigObject
{INPUTS}

autograder_config = ConfigObject(
    sandbox_timeout={CHECK_S}.0, student_code_pattern="attention.py", output_level="friendly", syntax_errors_ungradable=False
)


class Functions:
    def __init__(self, sandbox):
        self._sandbox = sandbox

    def __getattr__(self, name):
        return lambda *args: self._sandbox.query_function(name, *args, query_timeout={CHECK_S}.0)
"""


class Grader:
    """The marks from autograder_results.json."""

    def grade(self, submissions: Sequence[Path], work: Path) -> Mapping[str, Graded]:
        tests = SETTINGS
        for check in CHECKS:
            tests += f"\n\n@pytest.mark.grading_data(name={check.sentence!r}, points=1)\ndef test_{check.name}(module_sandbox):\n"
            tests += f"    F = Functions(module_sandbox)\n{check.indented(4)}\n"
        user = ["--worker-username", "nobody"] if os.geteuid() == 0 else []
        graded = {}
        for submission in submissions:
            place = work / submission.name
            place.mkdir()
            (place / "test_student.py").write_text(tests, encoding="utf-8")
            shutil.copytree(submission, place / "test_student")
            options = ["-q", "-p", "no:cacheprovider", "--color=no", *user, place]
            ended = run([python_of("prairielearn"), "-m", "pytest", *options], SUBMISSION_S * 3, place, work / f"{submission.name}.txt")
            results = text_of(place / "autograder_results.json")
            graded[submission.name] = Graded(marks(results), ended.wall_s, ended.is_killed, ended.output + results)
        return graded


def marks(results: str) -> float | None:
    """The sum of the points of all tests; None when there is no result."""
    try:
        return float(sum(test["points"] for test in json.loads(results)["tests"]))
    except (ValueError, KeyError, TypeError):
        return None
