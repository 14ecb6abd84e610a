"""What a needed solution answered is asked once per class; what belongs to one learner is never kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader.checks.answers import LARGEST, Answers
from grader.checks.sandbox import Failure, Loaded, Program, Reply, Sandbox
from tests.engine.untrusted.conftest import LIMITS

WORK = b"""
from ours import doubled

def ask(x):
    return doubled(x)

def pass_on(f, x):
    return f(x)

def give(x):
    return doubled(lambda: x)
"""


class Counted:
    """A solution that counts how often it is really asked."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.times = 0
        self._function = function
        self.__name__ = "doubled"

    def __call__(self, x: Any) -> Any:
        self.times += 1
        return self._function(x)


def asked(sandbox: Sandbox, answers: Answers, solution: Counted, function: str, *args: object) -> Reply | Failure:
    """One learner's child: loaded, called once, closed."""
    program = Program("level.work", WORK, "work.py", handles={"ours": {"doubled": solution}})
    with sandbox.spawn(program, LIMITS, answers=answers) as child:
        assert isinstance(child.load(), Loaded)
        return child.call(function, args, {})


def test_the_same_question_of_two_learners_is_answered_once(forked: Sandbox) -> None:
    answers, solution = Answers(), Counted(lambda x: 2 * x)

    for _ in range(3):
        outcome = asked(forked, answers, solution, "ask", np.arange(4.0))
        assert isinstance(outcome, Reply)
        np.testing.assert_array_equal(outcome.value, 2 * np.arange(4.0))
    assert solution.times == 1


def test_another_number_another_type_and_another_shape_are_other_questions(forked: Sandbox) -> None:
    answers, solution = Answers(), Counted(lambda x: 2 * x)
    questions: list[object] = [1, 1.0, True, np.float32([1]), np.float64([1]), np.ones((1, 1)), [1], (1,)]

    first = [asked(forked, answers, solution, "ask", question) for question in questions]
    again = [asked(forked, answers, solution, "ask", question) for question in questions]

    assert solution.times == len(questions)
    assert [repr(outcome.value) for outcome in first if isinstance(outcome, Reply)] == [
        repr(outcome.value) for outcome in again if isinstance(outcome, Reply)
    ]


def test_a_function_that_a_call_hands_over_is_asked_every_time(forked: Sandbox) -> None:
    answers, solution, handed = Answers(), Counted(lambda x: 2 * x), Counted(lambda x: x + 1)

    for _ in range(2):
        outcome = asked(forked, answers, solution, "pass_on", handed, 1)
        assert isinstance(outcome, Reply) and outcome.value == 2
    assert handed.times == 2


def test_an_answer_about_a_learners_own_function_is_not_kept(forked: Sandbox) -> None:
    answers, solution = Answers(), Counted(lambda function: function() * 2)

    values = [asked(forked, answers, solution, "give", number) for number in (1, 5)]

    assert [outcome.value for outcome in values if isinstance(outcome, Reply)] == [2, 10]
    assert solution.times == 2


def test_a_raised_exception_is_not_kept(forked: Sandbox) -> None:
    def refuse(_: object) -> None:
        raise ValueError("no")

    answers, solution = Answers(), Counted(refuse)

    for _ in range(2):
        outcome = asked(forked, answers, solution, "ask", 1)
        assert isinstance(outcome, Failure) and outcome.exception == "ValueError"
    assert solution.times == 2


@pytest.mark.parametrize("size", [LARGEST - 200, LARGEST + 200])
def test_memory_is_bound(size: int) -> None:
    answers = Answers(most_bytes=4 * LARGEST)
    for number in range(20):
        answers.keep(("f",), b"%d" % number, bytes(size))

    kept = [number for number in range(20) if answers.get(("f",), b"%d" % number) is not None]

    assert len(kept) <= 4
    assert (19 in kept) is (size < LARGEST)


def test_a_scope_keeps_its_answers_to_itself() -> None:
    answers = Answers()
    answers.keep(("f", "g"), b"q", b"a")

    assert answers.get(("g",), b"q") is None
