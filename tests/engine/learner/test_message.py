"""The message after a check: five parts in order, bounded, and nothing in it can move the cursor."""

from __future__ import annotations

import pytest

from grader.content.models import Level
from grader.learner.message import MOST_LINES, escaped, message
from grader.results import CheckResult, Evidence, ExerciseEvidence, ExerciseResult, Misconception, Outcome, Verdict

PASSED = CheckResult("check_a", "It adds.", Verdict.PASSED, points=5.0, max_points=5.0)
FAILED = CheckResult("check_b", "Zero changes nothing.", Verdict.FAILED, "wrong values", 0.0, 5.0)


def outcome(verdict: Verdict, checks: tuple[CheckResult, ...], **evidence: object) -> Outcome:
    points = sum(check.points for check in checks)
    found = (Misconception("sum-is-product", "multiplies", ""),) if verdict is Verdict.FAILED else ()
    result = ExerciseResult("add-two", "A", verdict, checks, found, points, 10.0)
    return Outcome(result, ExerciseEvidence("add-two", {"check_b": Evidence(**evidence)}))  # type: ignore[arg-type]


def text(level: Level, told: Outcome, width: int = 80) -> list[str]:
    lines = message(level.exercise("add-two"), told, level.misconceptions, file="a_first/add_two.py", width=width)
    return [line.text for line in lines]


def test_the_five_parts_come_in_order(level: Level) -> None:
    told = outcome(
        Verdict.FAILED, (PASSED, FAILED), call="add_two(0, 5)", expected="5", got="0", where="first at the value: expected 5, got 0"
    )
    lines = text(level, told)

    assert lines == [
        "add-two: 1 of 2 checks passed, 5 of 10 points",
        "",
        "Zero changes nothing.",
        "  call      add_two(0, 5)",
        "  expected  5",
        "  got       0",
        "            first at the value: expected 5, got 0",
        "  likely    A sum adds.",
        "  next      grader hint add-two",
        "",
        "Of the other checks: 1 passed, 0 not.",
    ]


def test_a_pass_is_one_line(level: Level) -> None:
    assert text(level, outcome(Verdict.PASSED, (PASSED,))) == ["add-two: passed, all 1 checks, 5 of 10 points"]


def test_an_exception_is_told_with_its_place(level: Level) -> None:
    raised = CheckResult("check_b", "It adds.", Verdict.RAISED, "ValueError", message="The call raised ValueError.")
    lines = text(level, outcome(Verdict.RAISED, (raised,), exception="ValueError", exception_text="no", lines=(9, 4), locals=(("a", "3"),)))

    assert "  file      a_first/add_two.py:4" in lines
    assert "  got       ValueError: no" in lines
    assert "            a = 3" in lines


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_it_fits_whatever_is_in_it(level: Level, width: int) -> None:
    long = "x" * 3000
    told = outcome(
        Verdict.FAILED,
        (FAILED, PASSED),
        call=long,
        expected=long,
        got=long,
        where=long,
        printed=long,
        lines=(1,),
        locals=((long, long),) * 9,
    )
    lines = text(level, told, width)

    assert len(lines) <= MOST_LINES
    assert max(len(line) for line in lines) <= width
    assert any(line.startswith("  next ") for line in lines)


def test_control_and_bidi_characters_are_written_out() -> None:
    assert escaped("\x1b[31mred\u202e\x07 é ∑\n") == "\\x1b[31mred\\u202e\\x07 é ∑\n"


def test_an_unwritten_exercise_says_where_to_begin(level: Level) -> None:
    todo = CheckResult("check_a", "It adds.", Verdict.TODO)

    assert any("a_first/add_two.py" in line for line in text(level, outcome(Verdict.TODO, (todo,))))
