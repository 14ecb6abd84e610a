"""The message after a check: five parts in order, bounded, and nothing in it can move the cursor."""

from __future__ import annotations

from dataclasses import replace

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


def test_where_the_failing_call_is_kept_the_way_to_run_it_is_named(level: Level) -> None:
    kept = outcome(Verdict.FAILED, (PASSED, FAILED), call="add_two(0, 5)", expected="5", got="0", snippet="print(add_two(0, 5))\n")
    unread = outcome(Verdict.RAISED, (FAILED,), exception="SyntaxError", exception_text="expected ':'", snippet="print(add_two(0, 5))\n")
    step = "  or        grader case add-two --run"

    assert text(level, kept)[text(level, kept).index("  next      grader hint add-two") + 1] == step
    assert step not in text(level, unread)
    lines = message(level.exercise("add-two"), kept, {}, file="x.py", width=80, has_case=False)
    assert step not in [line.text for line in lines]


def test_ours_in_place_of_their_own_is_said(level: Level) -> None:
    told = outcome(Verdict.FAILED, (PASSED, FAILED), expected="5", got="0")
    lines = message(level.exercise("add-two"), told, {}, file="x.py", width=100, ours=("one", "two", "three"))

    assert lines[-1].text == "It builds on our one, two and three; --own takes yours."


def test_the_line_that_failed_is_shown(level: Level) -> None:
    raised = CheckResult("check_b", "It adds.", Verdict.RAISED, "NameError", message="The call raised NameError.")
    told = outcome(Verdict.RAISED, (raised,), exception="NameError", exception_text="no", lines=(2,))
    lines = message(level.exercise("add-two"), told, {}, file="x.py", width=80, source=b"def f():\n    return a + total\n")

    assert [line.text for line in lines][3:5] == ["  file      x.py:2", "  line      return a + total"]


def test_a_file_that_python_cannot_read_is_to_be_mended_first(level: Level) -> None:
    raised = CheckResult("check_b", "It adds.", Verdict.RAISED, "SyntaxError", message="The file is no Python.")
    told = outcome(Verdict.UNREADABLE, (raised,), exception="SyntaxError", exception_text="expected ':'", lines=(1,))
    lines = message(level.exercise("add-two"), told, {}, file="x.py", width=80, source=b"def f()\n")

    assert "  line      def f()" in [line.text for line in lines]
    assert "  next      mend that line: Python cannot read x.py, so nothing was checked" in [line.text for line in lines]


def test_a_file_that_is_no_text_is_to_be_saved_as_text(level: Level) -> None:
    raised = CheckResult("check_b", "It adds.", Verdict.RAISED, "SyntaxError", message="The file is no Python.")

    def told(text: str, *lines: int) -> list[str]:
        found = outcome(Verdict.UNREADABLE, (raised,), exception="SyntaxError", exception_text=text, lines=lines)
        return [line.text for line in message(level.exercise("add-two"), found, {}, file="x.py", width=100, source=b"\xff\xfed\0")]

    not_utf8 = told("x.py:1 is not UTF-8: save it as UTF-8", 1)
    assert "  got       SyntaxError: x.py:1 is not UTF-8: save it as UTF-8" in not_utf8
    assert "  next      save x.py as UTF-8 in your editor: Python cannot read it, so nothing was checked" in not_utf8
    assert not any("  line  " in line for line in not_utf8)
    assert "  next      mend x.py: Python cannot read it, so nothing was checked" in told("unknown encoding: klingon")


def test_a_renamed_function_is_recognised(level: Level) -> None:
    gone = CheckResult("check_b", "It adds.", Verdict.FAILED, "missing", message="The function is missing, or is not a function.")
    told = outcome(Verdict.FAILED, (gone,), exception_text="there is no function add_two")

    def last(source: bytes) -> list[str]:
        lines = message(level.exercise("add-two"), told, {}, file="x.py", width=80, source=source)
        return [line.text.strip() for line in lines if "rename" in line.text]

    assert last(b"def add_tow(a, b):\n    return a + b\n") == ["The file has `add_tow`: did you rename it?"]
    assert last(b"def other(a, b):\n    return a + b\n") == []


def test_a_file_without_its_function_is_not_told_as_no_file(level: Level) -> None:
    gone = CheckResult("check_b", "It adds.", Verdict.FAILED, "missing", message="The function is missing, or is not a function.")
    told = outcome(Verdict.MISSING, (gone,), exception_text="there is no function add_two")
    told = replace(told, result=replace(told.result, source_sha256="of the file"))
    lines = [line.text for line in message(level.exercise("add-two"), told, {}, file="x.py", width=80, source=b"def add_tow(a, b): ...\n")]

    assert lines[0].startswith("add-two: its function is missing")
    said = " ".join(" ".join(lines).split())
    assert "there is no function add_two" in said and "did you rename it?" in said


def test_who_gets_none_back_is_told_where_it_comes_from(level: Level) -> None:
    told = outcome(Verdict.FAILED, (PASSED, FAILED), call="add_two(0, 5)", expected="5", got="None")

    assert "            a function that ends without `return` gives None" in text(level, told)


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
    labels = ("file", "call", "expected", "got", "printed", "likely", "next")
    assert [word for line in lines if line.startswith("  ") and (word := line[2:12].strip()) in labels] == list(labels)


def test_control_and_bidi_characters_are_written_out() -> None:
    assert escaped("\x1b[31mred\u202e\x07 é ∑\n") == "\\x1b[31mred\\u202e\\x07 é ∑\n"


def test_an_unwritten_exercise_says_where_to_begin(level: Level) -> None:
    todo = CheckResult("check_a", "It adds.", Verdict.TODO)

    assert any("a_first/add_two.py" in line for line in text(level, outcome(Verdict.TODO, (todo,))))
