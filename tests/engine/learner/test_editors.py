"""What an editor gets: one line per failing check at a place in the learner's file, and tasks that can read such lines."""

from __future__ import annotations

import json
import re

from grader.content.models import Level
from grader.learner.editors import PATTERN, problem_lines, write_tasks
from grader.learner.folder import LearnerFolder
from grader.results import CheckResult, Evidence, ExerciseEvidence, ExerciseResult, Outcome, Verdict

SOURCE = b'"""Add."""\n\n\ndef helper():\n    pass\n\n\ndef add_two(a, b):\n    return a * b\n'
FILE = "a_first/add_two.py"


def lines(level: Level, *checks: CheckResult, source: bytes = SOURCE, **evidence: Evidence) -> list[str]:
    outcome = Outcome(ExerciseResult("add-two", "A", Verdict.FAILED, checks), ExerciseEvidence("add-two", evidence))
    return problem_lines(level.exercise("add-two"), outcome, source, FILE)


def test_a_wrong_value_points_at_the_function(level: Level) -> None:
    assert lines(level, CheckResult("one", "It adds.", Verdict.FAILED)) == [f"{FILE}:8: error: It adds."]


def test_an_exception_points_at_its_line_and_says_itself_once(level: Level) -> None:
    raised = Evidence(exception="ValueError", exception_text="no\n\x1b[31m good", lines=(2, 9))
    checks = [CheckResult(name, "It adds.", Verdict.RAISED, "ValueError") for name in ("one", "two")]

    assert lines(level, *checks, one=raised, two=raised) == [f"{FILE}:9: error: ValueError: no \\x1b[31m good"]


def test_a_stub_is_a_warning_and_what_passed_or_did_not_run_is_nothing(level: Level) -> None:
    told = lines(
        level,
        CheckResult("one", "It adds.", Verdict.TODO),
        CheckResult("two", "It is there.", Verdict.PASSED),
        CheckResult("three", "It is quick.", Verdict.NOT_RUN),
        source=b"def add_two(:",
    )

    assert told == [f"{FILE}:1: warning: It adds."]


def test_the_tasks_file_reads_the_lines_that_we_print(level: Level, folder: LearnerFolder) -> None:
    path = write_tasks(folder)
    assert path is not None
    tasks = {task["label"]: task for task in json.loads(path.read_text())["tasks"]}
    check = tasks["grader: check this exercise"]
    pattern = check["problemMatcher"]["pattern"]
    (line,) = lines(level, CheckResult("one", "It adds.", Verdict.FAILED))
    found = re.match(pattern["regexp"], line)

    assert pattern["regexp"] == PATTERN
    assert found is not None
    assert [found[pattern[part]] for part in ("file", "line", "severity", "message")] == [FILE, "8", "error", "It adds."]
    assert check["args"] == ["check", "${file}", "--problems"]


def test_tasks_of_the_learners_own_stay(folder: LearnerFolder) -> None:
    (folder.root / ".vscode").mkdir()
    (folder.root / ".vscode" / "tasks.json").write_text("mine")

    assert write_tasks(folder) is None
    assert (folder.root / ".vscode" / "tasks.json").read_text() == "mine"
