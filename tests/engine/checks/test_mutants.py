"""Mutants: all different, all valid Python, the same in every run, and nothing of given code."""

from __future__ import annotations

import ast

from grader.checks.mutants import mutants

SOURCE = '''"""A module."""

import math

SIZE = 3


# Given: do not change.
def given(x):
    return x + 1


def total(xs, start=0):
    """The docstring stays 1 + 1."""
    result = start
    for x in xs:
        if x > 0 and x != 7:
            result += math.sqrt(x) * 2
    return result, xs[1:]
'''


def ids() -> list[str]:
    return [mutant.id for mutant in mutants(SOURCE)]


def test_mutants_differ_from_the_module_and_from_each_other() -> None:
    dumps = {ast.dump(ast.parse(mutant.source)) for mutant in mutants(SOURCE)}

    assert len(dumps) == len(mutants(SOURCE))
    assert ast.dump(ast.parse(SOURCE)) not in dumps


def test_the_order_and_the_ids_are_always_the_same() -> None:
    assert ids() == ids()
    assert len(set(ids())) == len(ids())


def test_given_code_docstrings_and_data_are_left_alone() -> None:
    for mutant in mutants(SOURCE):
        tree = ast.parse(mutant.source)
        assert "return x + 1" in mutant.source.decode()
        assert "SIZE = 3" in mutant.source.decode()
        assert ast.get_docstring(tree.body[-1]) == "The docstring stays 1 + 1."  # type: ignore[arg-type]  # the last function


def test_every_operator_has_its_mutants() -> None:
    found = {name.split(": ")[1] for name in ids()}

    assert found >= {"comparison", "boolean", "constant", "arithmetic", "dropped statement", "dropped bound", "dropped call"}
    assert found >= {"swapped results", "wrong variable", "negated condition", "dropped operand"}
