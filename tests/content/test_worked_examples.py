"""Every stub shows a worked example, `call  ->  value`, and the solution gives what it shows."""

from __future__ import annotations

import ast
import math
import re

import numpy as np
import pytest

from grader.content import Exercise, load_level
from grader.content.importer import load_module

LEVEL = load_level()
EXAMPLE = re.compile(r"^ {4}(\S.*?)  ->  (\S.*)$", re.MULTILINE)


def examples(exercise: Exercise) -> list[tuple[str, str]]:
    """The lines of the stub's text whose left side is a Python expression that calls a function of the exercise."""
    text = ast.get_docstring(ast.parse(exercise.stub_path.read_bytes()), clean=False) or ""
    return [(call, value) for call, value in EXAMPLE.findall(text) if calls(call) & set(exercise.functions)]


def calls(text: str) -> set[str]:
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError:
        return set()
    return {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


def same(got: object, shown: object) -> bool:
    """Equal to the digits that are shown; lists, tuples and arrays by their entries."""
    if isinstance(shown, dict):
        return isinstance(got, dict) and got.keys() == shown.keys() and all(same(got[key], shown[key]) for key in shown)
    if isinstance(shown, list | tuple):
        return len(got) == len(shown) and all(same(a, b) for a, b in zip(got, shown, strict=True))  # type: ignore[arg-type,call-overload]
    if isinstance(got, bool | np.bool_) != isinstance(shown, bool):
        return False
    if isinstance(shown, float):
        return math.isclose(float(got), shown, rel_tol=1e-7, abs_tol=1e-7)  # type: ignore[arg-type]
    return bool(got == shown)


@pytest.mark.parametrize("exercise", LEVEL.exercises, ids=lambda exercise: exercise.slug)
def test_the_worked_examples_come_out_as_printed(exercise: Exercise) -> None:
    shown = examples(exercise)
    assert shown, "the stub has no line `call  ->  value`"

    names = {"np": np, "math": math, **vars(load_module(LEVEL.root.solutions, exercise.module))}
    for call, value in shown:
        got = eval(call.strip(), dict(names))  # noqa: S307  # our own text
        assert same(got, eval(value, dict(names))), f"{call}  ->  {got!r}, and the stub says {value}"  # noqa: S307


@pytest.mark.parametrize(("got", "shown"), [([1, 2], [1, 3]), (True, 1.0), ([1], [1, 1]), (0.5, 0.50001), ({"a": 1}, {"a": 2})])
def test_the_comparison_tells_apart(got: object, shown: object) -> None:
    assert not same(got, shown)
