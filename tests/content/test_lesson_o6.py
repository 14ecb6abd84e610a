"""The facts of the lesson that belong to the kinds of attention: what the three tables look like, and what "self" does not mean."""

from __future__ import annotations

import math
from types import ModuleType

import numpy as np
import pytest

from grader.content.importer import load_module
from grader.content.tree import find_root


def solution(name: str) -> ModuleType:
    """A solution of O6."""
    return load_module(find_root().solutions, f"o6_kinds.{name}")


@pytest.mark.parametrize(
    ("kind", "sizes", "sides"),
    [
        ("self", (5, 5, 25), ("source", "source", "source")),
        ("masked self", (3, 3, 6), ("target", "target", "target")),
        ("cross", (3, 5, 15), ("target", "source", "source")),
    ],
)
def test_three_kinds_make_three_tables(kind: str, sizes: tuple[int, int, int], sides: tuple[str, str, str]) -> None:
    which_tables = solution("which_tables")

    assert tuple(which_tables.table_facts(kind, 5, 3).values()) == sizes
    assert which_tables.sources(kind) == sides


def test_it_gives_itself_less_than_it_gives_animal() -> None:
    keys = np.array([[2, 1], [0, 1], [1, -1], [1, 1]])
    values = np.array([[4, 0], [2, 2], [0, 4], [1, 1]])
    projections = {"W_Q": np.eye(2), "W_K": np.eye(4)[:, :2], "W_V": np.eye(4)[:, 2:]}
    out, A = solution("cross_attention").cross_attention(np.array([[2, 1]]), np.hstack([keys, values]), **projections)

    np.testing.assert_allclose(A[0], [0.734577, 0.043418, 0.043418, 0.178588], rtol=0, atol=5e-7)
    powers = np.exp(np.array([5, 1, 1, 3]) / math.sqrt(2))
    assert round(float(powers.sum()), 6) == 46.711705
    np.testing.assert_allclose(A[0], powers / powers.sum(), rtol=0, atol=1e-8)
    np.testing.assert_allclose(out[0], [3.203730, 0.439094], rtol=0, atol=5e-7)


def test_french_example_of_the_notes_has_one_crossing() -> None:
    A = np.array([[0.7, 0.1, 0.1, 0.1], [0.1, 0.2, 0.6, 0.1], [0.05, 0.65, 0.2, 0.1], [0.1, 0.1, 0.3, 0.5]])
    word_alignment = solution("word_alignment")
    pairs = word_alignment.align(A, ["la", "voiture", "rouge", "dort"], ["the", "red", "car", "sleeps"])

    assert pairs == [("la", "the"), ("voiture", "car"), ("rouge", "red"), ("dort", "sleeps")]
    assert word_alignment.crossings(A) == 1
    assert (word_alignment.crossings(np.eye(4)), word_alignment.crossings(np.eye(4)[::-1])) == (0, 6)


def test_without_tanh_the_query_would_have_no_say() -> None:
    rng = np.random.default_rng(5)
    H, W, U, v = rng.normal(size=(4, 3)), rng.normal(size=(2, 6)), rng.normal(size=(3, 6)), rng.normal(size=6)
    one, other = rng.normal(size=2), rng.normal(size=2)
    additive_attention = solution("additive_attention").additive_attention
    linear = [np.exp((s @ W + H @ U) @ v) for s in (one, other)]

    np.testing.assert_allclose(linear[0] / linear[0].sum(), linear[1] / linear[1].sum(), rtol=0, atol=1e-12)
    assert np.abs(additive_attention(one, H, W, U, v)[1] - additive_attention(other, H, W, U, v)[1]).max() > 0.01
