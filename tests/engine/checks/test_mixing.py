"""Answers that could be known by counting calls are asked for in an order that only the secret can repeat; verdicts do not change by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.checks.mixing import is_few
from grader.checks.pool import Job, Pool
from grader.content.load import load_level
from grader.results import Outcome, Verdict
from tests.engine.content.tiny_level import write_level

CHECKS = '''
from grader.checks.api import call, cases


@cases(repeat=2)
def check_yes(draw):
    """The larger one first."""
    return [call("add_two", draw.whole(6, 9), draw.whole(1, 5)) for _ in range(6)]


@cases(repeat=2)
def check_no(draw):
    """The smaller one first."""
    return [call("add_two", draw.whole(1, 5), draw.whole(6, 9)) for _ in range(6)]


@cases(repeat=1)
def check_layers(draw):
    """Of functions, too."""
    first, second = draw.whole(6, 9), draw.whole(1, 5)
    return [call("add_two", lambda: first, second), call("add_two", lambda: second, first)]
'''
SOLUTION = (
    "def add_two(a, b):\n    a = a() if callable(a) else a\n    return a > b\n\n\ndef draw_one(rng, n):\n    return float(rng.random())\n"
)
PLACE = "tests/checks/a_first/check_add_two.py"


def graded(folder: Path, source: str, checks: str = CHECKS, secret: bytes = bytes(32)) -> Outcome:
    """What becomes of a program, in a real grading process."""
    level = load_level(write_level(folder, {PLACE: checks, "solutions/a_first/add_two.py": SOLUTION}))
    with Pool(level, ["add-two"], secret=secret, canaries=False) as pool:
        ((_, outcome),) = pool.run([Job("a", "add-two", source.encode())])
    return outcome


def verdicts(outcome: Outcome) -> dict[str, Verdict]:
    """By check."""
    return {check.name: check.verdict for check in outcome.result.checks}


def test_a_right_program_passes(tmp_path: Path) -> None:
    assert graded(tmp_path, "import operator\n" + SOLUTION.replace("a > b", "operator.gt(a, b)")).result.verdict is Verdict.PASSED


@pytest.mark.parametrize("secret", [bytes([number] * 32) for number in range(3)])
def test_a_program_that_counts_its_calls_passes_no_check_by_it(tmp_path: Path, secret: bytes) -> None:
    counts = "answers = iter(12 * [True] + 12 * [False] + [True, False])\n\n\ndef add_two(a, b):\n    return next(answers)\n"

    found = verdicts(graded(tmp_path, counts, secret=secret))

    assert found["check_yes"] is found["check_no"] is Verdict.FAILED  # two layers can be met by luck


def test_a_check_is_told_by_its_first_wrong_case_in_its_own_order(tmp_path: Path) -> None:
    first = CHECKS.replace("    return [call(", '    return [call("add_two", 9, 1, public_=True)] + [call(', 1)

    outcome = graded(tmp_path, "def add_two(a, b):\n    print(a, b)\n    return None\n", first)

    evidence = outcome.evidence.by_check["check_yes"]
    assert "9, 1" in evidence.call and evidence.printed.strip() == "9 1"


@pytest.mark.parametrize("secret", [bytes([number] * 32) for number in range(3)])
def test_a_warning_is_told_by_whatever_call_gives_it(tmp_path: Path, secret: bytes) -> None:
    source = "import warnings\n\n\ndef add_two(a, b):\n    warnings.warn('careful')\n    return None\n"

    by_check = graded(tmp_path, source, secret=secret).evidence.by_check

    assert ["careful" in by_check[name].printed for name in ("check_yes", "check_no", "check_layers")] == [True, True, True]


def test_a_program_that_ends_its_process_is_told_so_by_each_check(tmp_path: Path) -> None:
    outcome = graded(tmp_path, "import os\n\n\ndef add_two(a, b):\n    os.abort()\n")

    assert verdicts(outcome) == dict.fromkeys(("check_yes", "check_no", "check_layers"), Verdict.CRASHED)


def test_an_exception_is_told_by_each_check(tmp_path: Path) -> None:
    outcome = graded(tmp_path, "def add_two(a, b):\n    raise KeyError(a)\n")

    assert set(verdicts(outcome).values()) == {Verdict.RAISED}


@pytest.mark.parametrize(
    ("value", "is_so"), [(True, True), ("self", True), ((1, "a"), True), ({"q": 3}, True), (1.0, False), ([1.5], False)]
)
def test_what_can_be_counted_out(value: object, is_so: bool) -> None:
    assert is_few(value) is is_so
