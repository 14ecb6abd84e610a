"""The numbers of the lesson that belong to queries, keys and values: the worked example as a look-up, and program 2's projections."""

from __future__ import annotations

import random
from types import ModuleType

import numpy as np
import pytest

from grader.content.importer import load_module
from grader.content.tree import find_root

KEYS = [[2, 1], [0, 1], [1, -1], [1, 1]]  # animal, cross, street, it
VALUES = [[4, 0], [2, 2], [0, 4], [1, 1]]
DIGITS = 1e-8
SECOND_PROGRAM = [[0.39, 0.09, 0.31, 0.21], [0.19, 0.35, 0.20, 0.25], [0.20, 0.28, 0.17, 0.35], [0.36, 0.12, 0.33, 0.18]]


def solution(name: str) -> ModuleType:
    return load_module(find_root().solutions, name)


@pytest.fixture(scope="module")
def lookup() -> ModuleType:
    return solution("o2_roles.soft_dictionary")


def test_the_worked_example_is_a_soft_look_up(lookup: ModuleType) -> None:
    output, weights = lookup.soft_lookup([2, 1], KEYS, VALUES)

    assert weights == pytest.approx([0.73457670, 0.04341770, 0.04341770, 0.17858789], abs=DIGITS)
    assert output == pytest.approx([3.20373011, 0.43909412], abs=DIGITS)
    assert [round(x, 2) for x in output] == [3.2, 0.44]


def test_sharpness_three_is_the_tripled_query(lookup: ModuleType) -> None:
    output, weights = lookup.soft_lookup([2, 1], KEYS, VALUES, sharpness=3)

    tripled_output, tripled_weights = lookup.soft_lookup([6, 3], KEYS, VALUES)

    assert weights == pytest.approx([0.98543277, 0.00020348, 0.00020348, 0.01416027], abs=DIGITS)
    assert output == pytest.approx([3.95629832, 0.01538114], abs=DIGITS)
    assert (tripled_weights, tripled_output) == (pytest.approx(weights, abs=DIGITS), pytest.approx(output, abs=DIGITS))


def test_a_second_key_like_animals_gives_two_equal_numbers(lookup: ModuleType) -> None:
    output, weights = lookup.soft_lookup([2, 1], [[2, 1], [0, 1], [2, 1], [1, 1]], VALUES)

    assert weights == pytest.approx([0.43436289, 0.02567334, 0.43436289, 0.10560089], abs=DIGITS)
    assert output == pytest.approx([1.89439911, 1.89439911], abs=DIGITS)


def test_the_table_of_sharpness_in_the_notes(lookup: ModuleType) -> None:
    flat, _ = lookup.soft_lookup([2, 1], KEYS, VALUES, sharpness=0)
    hard, _ = lookup.soft_lookup([2, 1], KEYS, VALUES, sharpness=1e4)
    labels, _ = lookup.soft_lookup([2, 1], KEYS, KEYS)

    assert flat == pytest.approx([1.75, 1.75], abs=DIGITS)
    assert hard == pytest.approx(lookup.hard_lookup([2, 1], KEYS, VALUES), abs=DIGITS)
    assert [round(x, 2) for x in labels] == [1.69, 0.91]


def second_program() -> list[np.ndarray]:
    """X, W_Q, W_K and W_V of the lesson's second program, drawn in its order."""
    rng = random.Random(4)
    return [np.array([[rng.uniform(-1, 1) for _ in range(columns)] for _ in range(4)]) for columns in (4, 3, 3, 3)]


def test_program_two_projects_four_tokens_to_three_numbers() -> None:
    X, *matrices = second_program()
    projected = solution("o2_roles.project_all").project_qkv(X, *matrices)
    one_token = solution("o2_roles.three_vectors").qkv_one(X[1].tolist(), *(W.tolist() for W in matrices))

    assert [table.shape for table in projected] == [(4, 3)] * 3
    for table, vector in zip(projected, one_token, strict=True):
        assert table[1] == pytest.approx(vector, abs=DIGITS)


def test_program_two_scores_give_the_printed_table() -> None:
    X, W_Q, W_K, _ = second_program()
    S = solution("o2_roles.who_looks_at_whom").scores(X, W_Q, W_K)
    weights = np.exp(S) / np.exp(S).sum(axis=1, keepdims=True)

    assert np.round(weights, 2).tolist() == SECOND_PROGRAM
