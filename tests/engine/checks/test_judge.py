"""How a check ends becomes a verdict; learner code cannot make a check "broken"."""

from __future__ import annotations

import pytest

from grader.checks.cases import Case
from grader.checks.compare import Difference
from grader.checks.judge import judged
from grader.checks.outcome import LearnerError
from grader.checks.replies import Failure, FailureKind
from grader.checks.submission import CallFailed, Mismatch
from grader.errors import CheckBroken
from grader.results import Category, Verdict


def fine() -> None:
    return None


def raising(error: Exception):  # noqa: ANN201  # a factory of callables
    def run() -> None:
        raise error

    return run


def test_a_check_that_ends_quietly_has_passed() -> None:
    assert judged("check_a", "It works.", fine, fine).verdict is Verdict.PASSED


@pytest.mark.parametrize(
    ("kind", "verdict"),
    [
        (FailureKind.RAISED, Verdict.RAISED),
        (FailureKind.TIMED_OUT, Verdict.TIMED_OUT),
        (FailureKind.OUT_OF_MEMORY, Verdict.OUT_OF_MEMORY),
        (FailureKind.CRASHED, Verdict.CRASHED),
        (FailureKind.PROTOCOL, Verdict.CRASHED),
        (FailureKind.TODO, Verdict.TODO),
        (FailureKind.MISSING, Verdict.FAILED),
        (FailureKind.UNSUPPORTED, Verdict.FAILED),
        (FailureKind.DEAD, Verdict.NOT_RUN),
    ],
)
def test_a_call_without_a_value_becomes_the_verdict_of_its_kind(kind: FailureKind, verdict: Verdict) -> None:
    run = judged("check_a", "It works.", raising(CallFailed(Case("f"), Failure(kind, "ValueError"))), fine)

    assert run.verdict is verdict


def test_every_kind_of_failure_has_a_verdict_and_none_of_them_passes() -> None:
    for kind in FailureKind:
        run = judged("check_a", "It works.", raising(CallFailed(Case("f"), Failure(kind))), fine)
        assert run.verdict not in (Verdict.PASSED, Verdict.BROKEN)


def test_an_exception_that_learner_code_named_is_another_exception() -> None:
    run = judged("check_a", "It works.", raising(CallFailed(Case("f"), Failure(FailureKind.RAISED, "PassedException"))), fine)

    assert (run.category, run.message) == (Category.OTHER_EXCEPTION, "The call raised another exception.")


def test_a_mismatch_keeps_its_category() -> None:
    run = judged("check_a", "It works.", raising(Mismatch(Difference(Category.SHAPE, "a", "b"))), fine)

    assert (run.verdict, run.category) == (Verdict.FAILED, "shape")


def test_a_value_that_trips_the_check_is_the_learners_when_the_reference_passes() -> None:
    run = judged("check_a", "It works.", raising(AttributeError("'dict' object has no attribute 'shape'")), fine)

    assert (run.verdict, run.category) == (Verdict.FAILED, "type")


def test_a_check_that_trips_over_the_reference_too_is_broken() -> None:
    run = judged("check_a", "It works.", raising(NameError("x")), raising(NameError("x")))

    assert run.verdict is Verdict.BROKEN


def test_a_solution_that_gives_no_value_is_broken() -> None:
    assert judged("check_a", "It works.", raising(CheckBroken("no value")), fine).verdict is Verdict.BROKEN


@pytest.mark.parametrize("outcome", [pytest.skip.Exception("skipped"), pytest.xfail.Exception("x")])
def test_a_check_that_skips_itself_is_never_a_pass(outcome: Exception) -> None:
    assert judged("check_a", "It works.", raising(outcome), raising(outcome)).verdict is Verdict.BROKEN


def test_a_handed_back_function_that_gives_no_value_is_the_learners() -> None:
    run = judged("check_a", "It works.", raising(LearnerError(Failure(FailureKind.RAISED, "ValueError"))), fine)

    assert (run.verdict, run.category) == (Verdict.RAISED, "ValueError")
