"""Gradescope: unittest with gradescope-utils, started by the run_tests.py of Gradescope's own samples, one process for each submission."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.peers.environments import python_of
from bench.peers.running import SUBMISSION_S, Graded, run, text_of
from bench.peers.work import CHECKS, INPUTS

RUN_TESTS = """
import unittest
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

if __name__ == "__main__":
    with open("results/results.json", "w") as file:
        JSONTestRunner(visibility="visible", stream=file).run(unittest.defaultTestLoader.discover("tests"))
"""


class Grader:
    """`python run_tests.py`, the marks from results/results.json."""

    def grade(self, submissions: Sequence[Path], work: Path) -> Mapping[str, Graded]:
        tests = "import unittest\nfrom gradescope_utils.autograder_utils.decorators import number, visibility, weight\n"
        tests += f"{INPUTS}\nimport attention as F\n\n\nclass TestAttention(unittest.TestCase):\n"
        for number, check in enumerate(CHECKS, 1):
            tests += f'\n    @weight(1)\n    @number("{number}")\n    @visibility("after_due_date")\n'
            tests += f'    def test_{check.name}(self):\n        """{check.sentence}"""\n{check.indented(8)}\n'
        graded = {}
        for submission in submissions:
            place = work / submission.name
            shutil.copytree(submission, place)
            (place / "results").mkdir()
            (place / "tests").mkdir(exist_ok=True)
            (place / "tests" / "test_attention.py").write_text(tests, encoding="utf-8")
            (place / "run_tests.py").write_text(RUN_TESTS, encoding="utf-8")
            ended = run([python_of("gradescope"), "run_tests.py"], SUBMISSION_S, place, work / f"{submission.name}.txt")
            results = text_of(place / "results" / "results.json")
            graded[submission.name] = Graded(marks(results), ended.wall_s, ended.is_killed, ended.output + results)
        return graded


def marks(results: str) -> float | None:
    """The points of a results.json: its own total, or the sum of its tests."""
    try:
        found = json.loads(results)
        total = found.get("score")
        return float(total if total is not None else sum(test.get("score") or 0 for test in found["tests"]))
    except (ValueError, KeyError, AttributeError, TypeError):
        return None
