"""Wrong for no reason: 215 programs whose results are distorted at random. None passes, and no misconception is read into any."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from grader.content.load import load_level

LEARNERS = 5
DISTORTED = """

import random as _random

_rng = _random.Random({seed!r})


def _distorted(value):
    if isinstance(value, bool):
        return _rng.random() < 0.5
    if isinstance(value, str):
        return value[::-1] + _rng.choice("xyz")
    if isinstance(value, dict):
        return {{key: _distorted(entry) for key, entry in value.items()}}
    if isinstance(value, (list, tuple)):
        return type(value)(_distorted(entry) for entry in value)
    if isinstance(value, int):
        return value + _rng.randint(3, 99)
    if isinstance(value, float):
        return value * _rng.uniform(1.1, 3.0) + _rng.uniform(0.1, 1.0)
    if getattr(getattr(value, "dtype", None), "kind", "") == "b":
        return value != (_rng.random() < 0.5)
    return value * _rng.uniform(1.1, 3.0) + _rng.uniform(0.1, 1.0) if hasattr(value, "dtype") else value


def _wrapped(function):
    return lambda *args, **kwargs: _distorted(function(*args, **kwargs))


{wraps}
"""


@pytest.mark.isolation
@pytest.mark.slow
def test_random_mistakes_are_failures_without_a_diagnosis(tmp_path: Path) -> None:
    exercises = load_level().exercises
    for number in range(LEARNERS):
        for exercise in exercises:
            path = tmp_path / "class" / f"learner{number}" / exercise.folder / exercise.filename
            path.parent.mkdir(parents=True, exist_ok=True)
            wraps = "\n".join(f"{name} = _wrapped({name})" for name in exercise.functions)
            distorted = DISTORTED.format(seed=f"{number} {exercise.slug}", wraps=wraps)
            path.write_text(exercise.solution_path.read_text(encoding="utf-8") + distorted, encoding="utf-8")
    command = [sys.executable, "-m", "grader", "grade", str(tmp_path / "class"), "-o", str(tmp_path / "graded")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    document = json.loads((tmp_path / "graded" / "result.json").read_text(encoding="utf-8"))

    assert done.returncode == 0, done.stderr
    graded = [exercise for entry in document["submissions"] for exercise in entry["exercises"]]
    assert len(graded) == LEARNERS * len(exercises) >= 200
    assert [exercise["slug"] for exercise in graded if exercise["verdict"] == "passed"] == []
    assert {exercise["slug"]: exercise["misconceptions"] for exercise in graded if exercise["misconceptions"]} == {}
