"""What a program that computes nothing passes earns nothing; anything beyond it earns what it always did."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.checks.engine import collect
from grader.checks.grading import ExerciseGrader
from grader.checks.idle import Idlers
from grader.checks.pool import Job, Pool
from grader.checks.sandbox import Sandbox
from grader.content.load import load_level
from grader.learner.message import message
from grader.results import ExerciseResult, Outcome, Verdict
from tests.engine.content.tiny_level import write_level

CHECKS = '''
from grader.checks.api import call, cases, expect_raises, unchanged


@cases(repeat=2)
def check_sums(draw):
    """The sums are right."""
    return call("add_two", draw.normal(3), draw.normal(3))


@cases(repeat=1)
def check_sums_of_one(draw):
    """The sum of one number is right."""
    return call("add_two", draw.normal(1), draw.normal(1))


@cases(repeat=1, compare=unchanged())
def check_rows_stay(draw):
    """The rows stay as they are."""
    return call("add_two", draw.normal(3), draw.normal(3))


def check_refused(submission):
    """A text is refused."""
    expect_raises(submission, ValueError, "add_two", "a", 1)
'''
SOLUTION = """\
import numpy as np


def add_two(a, b):
    if isinstance(a, str):
        raise ValueError("a text")
    return a + b


def draw_one(rng, n):
    return float(rng.random())
"""
PLACE = "tests/checks/a_first/check_add_two.py"
RIGHT = "    if isinstance(a, str):\n        raise ValueError(a)\n    return a + b\n"


def graded(folder: Path, body: str, *, checks: str = CHECKS, solution: str = SOLUTION) -> Outcome:
    """What becomes of `def add_two(a, b)` with this body, in a real grading process."""
    level = load_level(write_level(folder, {PLACE: checks, "solutions/a_first/add_two.py": solution}))
    with Pool(level, ["add-two"], secret=bytes(32), canaries=False) as pool:
        ((_, outcome),) = pool.run([Job("a", "add-two", f"def add_two(a, b):\n{body}".encode())])
    return outcome


def passed(result: ExerciseResult) -> set[str]:
    return {check.name.removeprefix("check_") for check in result.checks if check.verdict is Verdict.PASSED}


@pytest.mark.parametrize(
    ("body", "passes", "does"),
    [
        ("    pass\n", {"rows_stay"}, "returns None"),
        ("    return {}\n", {"rows_stay"}, "returns None"),
        ("    return [0.0] * 3\n", {"rows_stay"}, "returns None"),
        ("    raise ValueError\n", {"refused"}, "raises ValueError"),
        ("    a *= b\n    raise ValueError\n", {"refused"}, "raises ValueError"),
    ],
)
def test_what_computes_nothing_earns_nothing_and_is_told_so(tmp_path: Path, body: str, passes: set[str], does: str) -> None:
    result = graded(tmp_path, body).result

    assert (passed(result), result.verdict is Verdict.PASSED, result.auto_points, result.max_points) == (passes, False, 0.0, 10.0)
    said = {check.message for check in result.checks if check.verdict is Verdict.PASSED}
    assert said == {f"No points for what passed: a function that only {does} would pass it too."}


@pytest.mark.parametrize(
    ("body", "passes"),
    [
        ("    return a + b\n", {"sums", "sums_of_one", "rows_stay"}),
        ("    a += b\n    return a\n", {"sums", "sums_of_one"}),
        ("    return a + b if len(a) == 1 else None\n", {"sums_of_one", "rows_stay"}),
        ("    if isinstance(a, str):\n        raise ValueError(a)\n", {"rows_stay", "refused"}),
    ],
)
def test_whatever_passes_more_than_that_earns_all_that_it_passes(tmp_path: Path, body: str, passes: set[str]) -> None:
    result = graded(tmp_path, body).result

    assert (passed(result), result.auto_points) == (passes, 2.5 * len(passes))
    assert {check.message for check in result.checks if check.verdict is Verdict.PASSED} == {""}


def test_a_right_program_has_all_points(tmp_path: Path) -> None:
    assert graded(tmp_path, RIGHT).result.auto_points == 10.0


BROKEN = '''
from grader.checks.api import call, cases, unchanged


@cases(repeat=1, compare=unchanged())
def check_rows_stay(draw):
    """The rows stay as they are."""
    return call("add_two", draw.normal(3), draw.normal(3))


def check_ours():
    """This one fails by itself."""
    raise NameError("ours")
'''


def test_a_check_that_is_broken_costs_nobody_what_was_passed(tmp_path: Path) -> None:
    result = graded(tmp_path, "    return a + b\n", checks=BROKEN).result

    assert (result.verdict, passed(result), result.auto_points, result.max_points) == (Verdict.BROKEN, {"rows_stay"}, 5.0, 5.0)


YES = '''
from grader.checks.api import call, cases


@cases(repeat=2)
def check_yes(draw):
    """The larger one first."""
    return [call("add_two", draw.whole(6, 9), draw.whole(1, 5)) for _ in range(3)]


@cases(repeat=2)
def check_no(draw):
    """The smaller one first."""
    return [call("add_two", draw.whole(1, 5), draw.whole(6, 9)) for _ in range(3)]


@cases(repeat=1)
def check_both(draw):
    """Both ways."""
    return [call("add_two", draw.whole(1, 5), draw.whole(6, 9)), call("add_two", draw.whole(6, 9), draw.whole(1, 5))]
'''


@pytest.mark.parametrize("answer", ["larger", "smaller"])
def test_a_word_that_is_always_the_same_earns_nothing_and_is_not_told(tmp_path: Path, answer: str) -> None:
    solution = SOLUTION.replace("a + b", "'larger' if a > b else 'smaller'")

    result = graded(tmp_path, f"    return {answer!r}\n", checks=YES, solution=solution).result

    assert (len(passed(result)), result.auto_points) == (1, 0.0)
    assert not any(answer in check.message for check in result.checks if check.verdict is Verdict.PASSED)


FORMS = '''
from grader.checks.api import call, cases, expect


def check_twice(submission, draw):
    """Twice the sum is twice the sum."""
    got = submission.add_two(draw.number(), draw.number())
    expect(got["twice"], 2 * got["sum"])


@cases(repeat=2)
def check_sums(draw):
    """The sums are right."""
    return call("add_two", draw.number(), draw.number())
'''


def test_one_answer_in_the_form_of_ours_earns_nothing(tmp_path: Path) -> None:
    solution = SOLUTION.replace("a + b", "{'sum': a + b, 'twice': 2 * (a + b)}")

    result = graded(tmp_path, "    return {'sum': 0.0, 'twice': 0.0}\n", checks=FORMS, solution=solution).result

    assert (passed(result), result.auto_points) == ({"twice"}, 0.0)


WRITES = '''
from grader.checks.api import call, cases


@cases(repeat=2)
def check_sums(draw):
    """The sums are right."""
    return call("add_two", draw.normal(3), draw.normal(3))


def check_result_is_new(submission, draw):
    """The result is a new table."""
    first = draw.normal(3)
    kept = first.copy()
    result = submission.add_two(first, 0.0)
    result[0] = 99.0
    assert (first == kept).all()
'''


def test_trying_it_changes_no_case(tmp_path: Path) -> None:
    level = load_level(write_level(tmp_path, {PLACE: WRITES, "solutions/a_first/add_two.py": SOLUTION}))
    sources = {"first": b"def add_two(a, b):\n    return a\n", "sum": b"def add_two(a, b):\n    return a + b\n"}

    with Pool(level, ["add-two"], secret=bytes(32), canaries=False, slots=1) as pool:
        points = {job.key: outcome.result.auto_points for job, outcome in pool.run([Job(key, "add-two", sources[key]) for key in sources])}

    assert points == {"first": 0.0, "sum": 10.0}


ENDLESS = '''
def check_goes_on_asking(submission):
    """Something changes some day."""
    while submission.add_two(1.0, 1.0) != 2.0:
        pass
'''


def test_trying_it_comes_to_an_end(tmp_path: Path) -> None:
    level = load_level(write_level(tmp_path, {PLACE: ENDLESS, "solutions/a_first/add_two.py": SOLUTION}))
    exercise = level.exercise("add-two")
    checks = collect([exercise.check_path])

    with Sandbox.start() as sandbox:
        grader = ExerciseGrader(level, exercise, checks, sandbox, secret=bytes(32), limits={})
        found = Idlers(checks, grader.checking).like(["check_goes_on_asking"])

    assert found == ""


def test_the_terminal_says_why_a_passed_check_earns_nothing(tmp_path: Path) -> None:
    outcome = graded(tmp_path, "    return None\n")
    exercise = load_level(write_level(tmp_path / "again", {PLACE: CHECKS})).exercise("add-two")

    lines = " ".join(line.text for line in message(exercise, outcome, {}, file="add_two.py", width=60))

    assert "0 of 10 points" in lines
    assert "Of the other checks: 1 passed, 2 not. No points for what passed: a function that only returns None would pass it too." in lines
