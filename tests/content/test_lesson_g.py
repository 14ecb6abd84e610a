"""The lesson's numbers about cost, look-up and windows, and those of the notes, come out of the solutions."""

from __future__ import annotations

import math
from types import ModuleType

import numpy as np
import pytest

from grader.content import load_level
from grader.content.importer import load_module

SOLUTIONS = load_level().root.solutions
KEYS = np.array([[2.0, 1.0], [0.0, 1.0], [1.0, -1.0], [1.0, 1.0]])
VALUES = np.array([[4.0, 0.0], [2.0, 2.0], [0.0, 4.0], [1.0, 1.0]])


def solution(name: str) -> ModuleType:
    return load_module(SOLUTIONS, f"g_further.{name}")


def test_double_the_context_and_the_work_quadruples() -> None:
    cost = solution("cost_table")
    short, long = cost.cost_row(2048, 512), cost.cost_row(4096, 512)

    assert long["cells"] == 4 * short["cells"]
    assert long["attention"] == 4 * short["attention"]
    assert long["projections"] == 2 * short["projections"]


def test_the_bills_of_the_notes_are_as_printed() -> None:
    cost = solution("cost_table")

    assert cost.cost_row(4096, 512) == {
        "cells": 16_777_216,
        "bytes": 33_554_432,
        "attention": 17_179_869_184,
        "projections": 4_294_967_296,
    }
    assert [cost.cost_row(n, 512, window=256)["cells"] for n in (1024, 2048, 4096)] == [229_504, 491_648, 1_015_936]
    assert cost.cost_row(6, 4, window=3)["cells"] == 15
    assert cost.crossover(512) == 1024
    assert cost.kv_cache_bytes(32, 32, 128, 4096) == 2_147_483_648 == 4 * cost.kv_cache_bytes(32, 8, 128, 4096)


def test_one_pass_gives_the_lessons_output() -> None:
    scores = iter([score / math.sqrt(2) for score in (5.0, 1.0, 1.0, 3.0)])

    output = solution("online_softmax").online_attention(scores, iter(VALUES))

    assert output == pytest.approx([3.20373011, 0.43909412], abs=1e-8)


def test_tiles_give_the_lessons_output() -> None:
    output = solution("tiled_attention").tiled_attention([[2.0, 1.0]], KEYS, VALUES, block=1)

    assert output[0] == pytest.approx([3.20373011, 0.43909412], abs=1e-8)


def test_the_merge_of_the_notes_is_as_printed() -> None:
    largest, total, blend = solution("online_softmax").merge((0.0, 1.0, np.array([4.0])), (math.log(3), 1.0, np.array([8.0])))

    assert (largest, total, blend[0]) == pytest.approx((math.log(3), 4 / 3, 28 / 3))
    assert blend[0] / total == pytest.approx(7)


def test_animal_is_learned_from_zeros_and_not_from_a_saturated_query() -> None:
    learn = solution("learn_the_query").learn_query
    target = np.array([4.0, 0.0])

    q, history = learn(KEYS, VALUES, target, np.zeros(2))
    stuck, _ = learn(KEYS, VALUES, np.array([0.0, 4.0]), np.array([200.0, 100.0]))

    scores = np.exp(KEYS @ q / math.sqrt(2))
    assert history[0] == pytest.approx(4.0625)
    assert history[-1] < 0.01
    assert (scores / scores.sum())[0] > 0.95
    assert np.abs(stuck - [200, 100]).max() < 1e-9


def test_the_gradient_of_the_look_up_agrees_with_central_differences() -> None:
    rng = np.random.default_rng(5)
    q, K, V, target = rng.standard_normal(3), rng.standard_normal((5, 3)), rng.standard_normal((5, 2)), rng.standard_normal(2)
    loss_and_grad = solution("learn_the_query").loss_and_grad

    nudged = [(loss_and_grad(q + e, K, V, target)[0] - loss_and_grad(q - e, K, V, target)[0]) / 2e-5 for e in 1e-5 * np.eye(3)]

    assert loss_and_grad(q, K, V, target)[1] == pytest.approx(nudged, abs=1e-8)


def test_windows_reach_as_far_as_the_notes_say() -> None:
    assert solution("sliding_window").reach(4096, 32) == 131_040


@pytest.mark.parametrize("w", [1, 2, 3, 5])
@pytest.mark.parametrize("layers", [1, 2, 4])
def test_reach_is_what_stacked_masks_connect(w: int, layers: int) -> None:
    n = 24
    mask = solution("sliding_window").window_mask(n, w)

    connected = np.linalg.matrix_power(mask.astype(int), layers)[-1] > 0

    assert n - 1 - int(np.argmax(connected)) == solution("sliding_window").reach(w, layers)


def test_the_layers_of_the_notes_are_as_printed() -> None:
    sparse = solution("sparse_mask")

    assert sparse.layers_needed(sparse.sparse_mask(16, 4)) == 5
    assert sparse.layers_needed(sparse.sparse_mask(16, 4, stride=4)) == 2
    assert [round(sparse.density(sparse.sparse_mask(16, 4, stride=s)), 2) for s in (None, 4)] == [0.43, 0.6]
    assert sparse.layers_needed(sparse.sparse_mask(14, 4)) == 5
    assert sparse.layers_needed(sparse.sparse_mask(14, 4, (0,))) == 4


def test_the_circuit_needs_both_layers_and_works_without_a_mask() -> None:
    capstone = solution("capstone_induction")
    W = capstone.induction_weights(10, 24)
    text = [0, 5, 3, 8, 2, 5, 3, 8]  # <start> A B C D A B C

    def for_d(layers: list[dict[str, np.ndarray]]) -> float:
        return float(capstone.predict(text, 10, 24, {**W, "layers": layers})[-1, 2])

    assert (W["d"], W["d"] // 2) == (54, 27)
    assert for_d(W["layers"]) > 0.99
    assert max(for_d(W["layers"][:1]), for_d(W["layers"][1:])) < 0.5
