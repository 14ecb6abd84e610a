"""The numbers of the lesson that belong to the scaling: the first question of "Try this", and what follows from it."""

from __future__ import annotations

import math
from types import ModuleType

import numpy as np
import pytest

from grader.content.importer import load_module
from grader.content.tree import find_root

QUERY = [2, 1]
KEYS = [[2, 1], [0, 1], [1, -1], [1, 1]]
VALUES = [[4, 0], [2, 2], [0, 4], [1, 1]]
SHARP = [0.98543277, 0.00020348, 0.00020348, 0.01416027]  # the query [6, 3]


def solution(name: str, folder: str = "o4_scaling") -> ModuleType:
    """A solution, of this objective unless another folder is named."""
    return load_module(find_root().solutions, f"{folder}.{name}")


def weights_with(scores: object) -> np.ndarray:
    """Softmax of scores that were scaled in some other way than the right one."""
    return np.asarray(solution("softmax_rows", "o3_weights").softmax_np(np.asarray(scores, dtype=float)))


def close(got: object, expected: object, digits: int = 8) -> None:
    np.testing.assert_allclose(np.array(got), np.array(expected), rtol=0, atol=0.6 * 10**-digits)


def test_first_question_the_scores_triple() -> None:
    scores, weights, output = solution("one_query", "o3_weights").attend_one([6, 3], KEYS, VALUES)

    close(scores, [10.60660172, 2.12132034, 2.12132034, 6.36396103])
    close(weights, SHARP)
    close(output, [3.95629832, 0.01538114])
    assert np.exp(scores).sum() == pytest.approx(40997.898, abs=1e-3)


def test_sharpen_gives_the_answer_of_the_first_question() -> None:
    triple = solution("triple_the_query")

    close(triple.sharpen(QUERY, KEYS, 3), SHARP)
    close(triple.temperature(QUERY, KEYS, 1 / 3), SHARP)


def test_ratio_of_animal_to_street_before_and_after() -> None:
    once, tripled = (solution("triple_the_query").sharpen(QUERY, KEYS, factor) for factor in (1, 3))

    assert once[0] / once[2] == pytest.approx(16.92, abs=0.01)
    assert tripled[0] / tripled[2] == pytest.approx(4843, abs=1)


@pytest.mark.parametrize(("factor", "bits"), [(0, 2.000), (1, 1.164), (3, 0.113)])
def test_entropy_falls_with_the_factor(factor: float, bits: float) -> None:
    triple = solution("triple_the_query")

    assert triple.entropy_bits(triple.sharpen(QUERY, KEYS, factor)) == pytest.approx(bits, abs=5e-4)


@pytest.mark.parametrize(("factor", "size"), [(0, 0.1875), (1, 0.19497377), (3, 0.01435502), (10, 7.2e-7)])
def test_largest_derivative_falls_with_the_factor(factor: float, size: float) -> None:
    assert solution("softmax_gradient").gradient_size(QUERY, KEYS, factor) == pytest.approx(size, abs=6e-9)


@pytest.mark.parametrize(
    ("scores", "weights"),
    [
        ([5, 1, 1, 3], [0.853, 0.016, 0.016, 0.115]),  # not divided
        (np.array([5, 1, 1, 3]) / 2, [0.610, 0.083, 0.083, 0.225]),  # by d_k, or by the root of the number of keys: the same here
        (np.array([5, 1, 1, 3]) * math.sqrt(2), [0.938, 0.003, 0.003, 0.055]),  # multiplied
        (np.array([5, 1, 1, 3]) / np.linalg.norm(KEYS, axis=1), [0.417, 0.121, 0.090, 0.372]),  # by the length as an arrow
    ],
)
def test_other_divisors_give_the_weights_of_the_notes(scores: object, weights: list[float]) -> None:
    close(weights_with(scores), weights, digits=3)


def test_unscaled_total_and_weights_divided_afterwards() -> None:
    raw = np.array([5.0, 1.0, 1.0, 3.0])

    assert np.exp(raw).sum() == pytest.approx(173.935, abs=1e-3)
    close(weights_with(raw) / math.sqrt(2), [0.603, 0.011, 0.011, 0.082], digits=3)
    assert (weights_with(raw) / math.sqrt(2)).sum() == pytest.approx(0.707, abs=5e-4)


def test_divisor_of_64_numbers_is_eight() -> None:
    mean, variance = solution("variance_of_dot_products").dot_stats(64, 20_000, np.random.default_rng(1), scale=False)

    assert math.sqrt(64) == 8
    assert math.sqrt(variance) == pytest.approx(8, abs=0.2)
    assert mean == pytest.approx(0, abs=0.4)


@pytest.mark.parametrize(("d_k", "unscaled", "scaled"), [(4, 0.42, 0.23), (64, 0.84, 0.25), (1024, 0.96, 0.25)])
def test_top_weights_are_those_of_the_notes(d_k: int, unscaled: float, scaled: float) -> None:
    top = solution("variance_of_dot_products").mean_top_weight
    trials = 300

    assert top(d_k, 16, trials, np.random.default_rng(2), scale=False) == pytest.approx(unscaled, abs=0.05)
    assert top(d_k, 16, trials, np.random.default_rng(2)) == pytest.approx(scaled, abs=0.05)


def test_the_detective_finds_the_root_of_two_in_the_lessons_weights() -> None:
    weights = np.array([solution("triple_the_query").sharpen(QUERY, KEYS, 1)])

    found = solution("scale_detective").recover_divisor(np.array([QUERY]), np.array(KEYS), weights)

    assert found == pytest.approx(math.sqrt(2), abs=1e-8)
