"""The numbers of the lesson that belong to the mask: its second program, printed and exact, and its third question."""

from __future__ import annotations

import random
from types import ModuleType

import numpy as np
import pytest

from grader.content.importer import load_module
from grader.content.tree import find_root

PRINTED = {
    False: [[0.39, 0.09, 0.31, 0.21], [0.19, 0.35, 0.20, 0.25], [0.20, 0.28, 0.17, 0.35], [0.36, 0.12, 0.33, 0.18]],
    True: [[1, 0, 0, 0], [0.35, 0.65, 0, 0], [0.31, 0.43, 0.26, 0], [0.36, 0.12, 0.33, 0.18]],
}
COLUMN_SUMS = [1.144, 0.848, 1.013, 0.994]  # without the mask: columns need not add up to 1


@pytest.fixture(scope="module")
def by_hand() -> ModuleType:
    """The solution of mask-and-count."""
    return load_module(find_root().solutions, "o5_mask.mask_and_count")


@pytest.fixture(scope="module")
def causal() -> ModuleType:
    """The solution of causal-attention."""
    return load_module(find_root().solutions, "o5_mask.causal_attention")


def second_program() -> list[list[list[float]]]:
    """X, W_Q, W_K and W_V of the lesson's second program, drawn in its order."""
    rng = random.Random(4)

    def drawn(rows: int, columns: int) -> list[list[float]]:
        return [[rng.uniform(-1, 1) for _ in range(columns)] for _ in range(rows)]

    return [drawn(4, 4), *(drawn(4, 3) for _ in range(3))]


@pytest.mark.parametrize("is_causal", [False, True])
def test_second_program_prints_its_table(by_hand: ModuleType, is_causal: bool) -> None:
    A, out = by_hand.self_attention(*second_program(), causal=is_causal)

    assert np.round(A, 2).tolist() == PRINTED[is_causal]
    assert (len(out), len(out[0])) == (4, 3)


@pytest.mark.parametrize("is_causal", [False, True])
def test_both_ways_to_the_second_program_agree_to_eight_digits(by_hand: ModuleType, causal: ModuleType, is_causal: bool) -> None:
    X, W_Q, W_K, W_V = (np.array(table) for table in second_program())
    A, out = by_hand.self_attention(*second_program(), causal=is_causal)
    scores = (X @ W_Q) @ (X @ W_K).T / np.sqrt(3)
    powers = np.exp(scores) * (np.tri(4) if is_causal else 1)

    np.testing.assert_allclose(A, powers / powers.sum(axis=1, keepdims=True), rtol=0, atol=1e-8)
    np.testing.assert_allclose(out, np.array(A) @ (X @ W_V), rtol=0, atol=1e-8)
    if is_causal:
        np.testing.assert_allclose(causal.causal_attention(X @ W_Q, X @ W_K, X @ W_V)[1], A, rtol=0, atol=1e-8)


def test_columns_of_the_open_table_need_not_add_up_to_one(by_hand: ModuleType) -> None:
    A, _ = by_hand.self_attention(*second_program())

    assert np.round(np.sum(A, axis=0), 3).tolist() == COLUMN_SUMS
    np.testing.assert_allclose(np.sum(A, axis=1), 1, rtol=0, atol=1e-12)


def test_mask_leaves_the_last_row_and_gives_the_first_all_to_itself(by_hand: ModuleType) -> None:
    open_table, _ = by_hand.self_attention(*second_program())
    masked, _ = by_hand.self_attention(*second_program(), causal=True)

    assert masked[0] == [1.0, 0.0, 0.0, 0.0]
    np.testing.assert_allclose(masked[3], open_table[3], rtol=0, atol=1e-12)
    assert all(masked[i][j] == 0 for i in range(4) for j in range(i + 1, 4))


def test_third_question_counts_six_zeros_and_forty_five(by_hand: ModuleType) -> None:
    A, _ = by_hand.self_attention(*second_program(), causal=True)

    assert by_hand.count_zeros(A) == by_hand.zeros_for(4) == 6
    assert by_hand.zeros_for(10) == 45 == (~load_module(find_root().solutions, "o5_mask.causal_attention").causal_mask(10)).sum()
    assert by_hand.zeros_for(1) == 0


def test_numbers_of_the_notes_are_those_of_wrong_masks(by_hand: ModuleType) -> None:
    open_table = np.array(by_hand.self_attention(*second_program())[0])
    X, W_Q, W_K, _ = (np.array(table) for table in second_program())
    scores = np.where(np.tri(4, dtype=bool), (X @ W_Q) @ (X @ W_K).T / np.sqrt(3), 0.0)
    zero_filled = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)

    assert np.round(zero_filled[0], 2).tolist() == [0.47, 0.18, 0.18, 0.18]
    assert np.round((open_table * np.tri(4)).sum(axis=1), 2).tolist() == [0.39, 0.54, 0.65, 1.0]


def test_generation_costs_thirty_rows_with_a_cache() -> None:
    kv_cache = load_module(find_root().solutions, "o5_mask.kv_cache")
    rows: list[int] = []
    cache = kv_cache.empty_cache(3, 2)
    rng = np.random.default_rng(0)
    W_Q, W_K, W_V = rng.normal(size=(5, 3)), rng.normal(size=(5, 3)), rng.normal(size=(5, 2))

    def project(X: np.ndarray, W: np.ndarray) -> np.ndarray:
        rows.append(len(X))
        product: np.ndarray = X @ W
        return product

    for _ in range(10):
        _, cache = kv_cache.extend(cache, rng.normal(size=(1, 5)), W_Q, W_K, W_V, project=project)

    assert sum(rows) == 30
    assert {name: table.shape for name, table in cache.items()} == {"K": (10, 3), "V": (10, 2)}
