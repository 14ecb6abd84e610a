"""Code that computes nothing earns nothing, in any exercise of the level."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grader.checks.engine import collect
from grader.checks.grading import ExerciseGrader, Work
from grader.checks.sandbox import Sandbox
from grader.content.load import load_level

LEVEL = load_level()
BODIES = {
    "nothing": "pass",
    "true": "return True",
    "a pair": "return None, None",
    "what came in": "return args[0]",
    "zeros": "import math\n    return [0.0] * len(args[0]) if hasattr(args[0], '__len__') else math.nan",
    "an error": "raise ValueError('no')",
    "another": "raise TypeError",
}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox.start() as started:
        yield started


@pytest.mark.parametrize("slug", [exercise.slug for exercise in LEVEL.exercises])
def test_it_earns_nothing(sandbox: Sandbox, slug: str) -> None:
    exercise = LEVEL.exercise(slug)
    grader = ExerciseGrader(
        LEVEL, exercise, collect([exercise.check_path, *exercise.also_check_paths]), sandbox, secret=bytes(32), limits={}
    )

    earned = {}
    for name, body in BODIES.items():
        source = "\n".join(f"def {function}(*args, **kwargs):\n    {body}\n" for function in exercise.functions)
        earned[name] = grader.grade(Work(exercise, source.encode(), {})).result.auto_points

    assert earned == dict.fromkeys(BODIES, 0.0)
