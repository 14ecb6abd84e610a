"""A call that does not come back: its line, and how often it runs in a second; nothing is made up where nothing can be counted."""

from __future__ import annotations

import re

import pytest

from grader.content.models import Level
from grader.learner.folder import LearnerFolder
from grader.learner.stuck import in_words, with_count
from grader.results import CheckResult, Evidence, ExerciseEvidence, ExerciseResult, Outcome, Verdict

LOOP = "def add_two(a, b):\n    while True:\n        try:\n            a += 1\n        except BaseException:\n            pass\n"
SNIPPET = "from a_first.add_two import add_two\n\nprint(add_two(1, 2))\n"


def told(level: Level, folder: LearnerFolder, source: str, evidence: Evidence, verdict: Verdict = Verdict.TIMED_OUT) -> str:
    exercise = level.exercise("add-two")
    folder.file(exercise).write_text(source)
    checks = (CheckResult("one", "It adds.", verdict),)
    outcome = Outcome(ExerciseResult("add-two", "A", verdict, checks), ExerciseEvidence("add-two", {"one": evidence}))
    return with_count(folder, exercise, outcome, source.encode()).evidence.by_check["one"].where


def test_the_line_is_told_with_how_often_it_runs(level: Level, folder: LearnerFolder) -> None:
    where = told(level, folder, LOOP, Evidence(lines=(4,), snippet=SNIPPET))

    assert re.fullmatch(r"line 4 was running: a \+= 1 \(\S+ (thousand |million )?times in one second\)", where)
    assert not list(folder.root.rglob("__pycache__"))


def test_a_call_that_comes_back_this_time_has_no_count(level: Level, folder: LearnerFolder) -> None:
    where = told(level, folder, "def add_two(a, b):\n    return a\n", Evidence(lines=(2,), snippet=SNIPPET))

    assert where == "line 2 was running: return a"


def test_a_case_that_cannot_be_written_down_has_no_count(level: Level, folder: LearnerFolder) -> None:
    assert told(level, folder, LOOP, Evidence(lines=(2,))) == "line 2 was running: while True:"


@pytest.mark.parametrize(
    ("evidence", "verdict"), [(Evidence(), Verdict.TIMED_OUT), (Evidence(lines=(2,)), Verdict.RAISED)], ids=["no line", "no timeout"]
)
def test_nothing_is_said_where_nothing_is_known(level: Level, folder: LearnerFolder, evidence: Evidence, verdict: Verdict) -> None:
    assert told(level, folder, LOOP, evidence, verdict) == ""


def test_numbers_are_words() -> None:
    assert [in_words(times) for times in (1, 212, 41_987, 1_310_000)] == ["once", "212 times", "41 thousand times", "1.3 million times"]
