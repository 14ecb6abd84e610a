"""Plain pytest: one process for each submission, the test file copied beside it."""

from __future__ import annotations

import shutil
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.peers.environments import python_of
from bench.peers.running import CHECK_S, SUBMISSION_S, Graded, run, text_of
from bench.peers.work import CHECKS, INPUTS


class Grader:
    """`python -m pytest test_attention.py`, the marks from its JUnit file."""

    def grade(self, submissions: Sequence[Path], work: Path) -> Mapping[str, Graded]:
        tests = f"{INPUTS}\nimport attention as F\n"
        tests += "".join(f'\n\ndef test_{check.name}():\n    """{check.sentence}"""\n{check.indented(4)}\n' for check in CHECKS)
        graded = {}
        for submission in submissions:
            place = work / submission.name
            shutil.copytree(submission, place)
            (place / "test_attention.py").write_text(tests, encoding="utf-8")
            options = ["-q", "-p", "no:cacheprovider", f"--timeout={CHECK_S}", "--junitxml=report.xml", "test_attention.py"]
            ended = run([python_of("pytest"), "-m", "pytest", *options], SUBMISSION_S, place, work / f"{submission.name}.txt")
            report = text_of(place / "report.xml")
            graded[submission.name] = Graded(passed(report), ended.wall_s, ended.is_killed, ended.output + report)
        return graded


def passed(report: str) -> float | None:
    """How many tests of a JUnit file passed; None when there is no such file."""
    try:
        suite = ElementTree.fromstring(report).find("testsuite")
    except ElementTree.ParseError:
        return None
    if suite is None:
        return None
    return float(sum(case.get("name", "").startswith("test_") and len(case) == 0 for case in suite.iter("testcase")))
