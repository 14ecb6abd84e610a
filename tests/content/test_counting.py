"""A program that knows all answers in their order, and looks at nothing, does not get far where answers could be counted out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from grader.checks.engine import collect
from grader.checks.grading import ExerciseGrader, Work
from grader.checks.mixing import is_few
from grader.checks.replies import Failure
from grader.checks.sandbox import Sandbox
from grader.checks.submission import Call
from grader.content.load import load_level
from grader.content.models import Exercise

LEVEL = load_level()
COUNTABLE = (
    "order-blind",
    "leak-test",
    "layer-detective",
    "scale-detective",
    "name-that-slot",
    "which-tables",
    "word-alignment",
    "sparse-mask",
)
MOST = 0.5  # of the points


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox.start() as started:
        yield started


def plain(value: Any) -> str:
    """A value as an expression."""
    return f"np.array({value.tolist()!r}, dtype={value.dtype.name!r})" if isinstance(value, np.ndarray) else repr(value)


def counting(exercise: Exercise, trace: Sequence[Call]) -> bytes:
    """Answers by which call of a function it is."""
    lines = ["import numpy as np", "from numpy import nan, inf", ""]
    for name in exercise.functions:
        values = [call.outcome.value for call in trace if call.case.function == name and not isinstance(call.outcome, Failure)]
        answers = ", ".join(plain(value) for value in values if is_few(value) or isinstance(value, np.ndarray))
        lines += [f"_{name} = iter([{answers}])", f"def {name}(*args, **kwargs):", f"    return next(_{name}, None)", ""]
    return "\n".join(lines).encode()


@pytest.mark.parametrize("slug", COUNTABLE)
def test_who_counts_calls_gets_less_than_half(sandbox: Sandbox, slug: str) -> None:
    exercise = LEVEL.exercise(slug)
    checks = collect([exercise.check_path])
    known, other = (ExerciseGrader(LEVEL, exercise, checks, sandbox, secret=secret, limits={}) for secret in (bytes(32), bytes([1] * 32)))
    source = counting(exercise, known.run(Work(exercise, exercise.solution_path.read_bytes(), {})).trace)

    result = other.grade(Work(exercise, source, {})).result

    assert result.auto_points <= MOST * result.max_points, [check.name for check in result.checks if check.points]
