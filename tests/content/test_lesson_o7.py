"""The lesson's numbers about heads come out of the solutions."""

from __future__ import annotations

import random
from types import ModuleType

import numpy as np
import pytest

from grader.content import load_level
from grader.content.importer import load_module

SOLUTIONS = load_level().root.solutions
TOKENS = ["she", "saw", "the", "bird"]


def solution(name: str) -> ModuleType:
    return load_module(SOLUTIONS, f"o7_heads.{name}")


def third_program() -> tuple[list[list[float]], list[list[list[list[float]]]]]:
    """The sentence and the three heads of the lesson's third program, drawn as it draws them."""
    sentence = random.Random(0)
    X = [[sentence.uniform(-1, 1) for _ in range(6)] for _ in TOKENS]
    heads = []
    for seed in (10, 11, 12):
        own = random.Random(seed)
        heads.append([[[own.uniform(-1.5, 1.5) for _ in range(2)] for _ in range(6)] for _ in range(3)])
    return X, heads


@pytest.mark.parametrize(
    ("head", "partners"),
    [(0, ["she", "she", "the", "she"]), (1, ["the", "saw", "the", "she"]), (2, ["the", "she", "the", "the"])],
)
def test_the_heads_of_the_third_program_attend_as_it_prints(head: int, partners: list[str]) -> None:
    X, heads = third_program()
    module = solution("heads_side_by_side")

    A, output = module.one_head(X, *heads[head])

    assert module.focus(A, TOKENS) == dict(zip(TOKENS, partners, strict=True))
    assert [len(row) for row in output] == [2, 2, 2, 2]


def test_the_third_program_joins_six_numbers_per_token() -> None:
    X, heads = third_program()

    joined = solution("heads_side_by_side").side_by_side(X, [tuple(head) for head in heads])

    assert [len(row) for row in joined] == [6, 6, 6, 6]


def test_multi_head_agrees_with_the_third_program_before_wo() -> None:
    X, heads = third_program()
    W_Q, W_K, W_V = (np.hstack([np.array(head[i]) for head in heads]) for i in range(3))

    output, A = solution("multi_head").multi_head(X, X, W_Q, W_K, W_V, np.eye(6), 3)

    assert A.shape == (3, 4, 4)
    assert np.allclose(output, solution("heads_side_by_side").side_by_side(X, [tuple(head) for head in heads]), atol=1e-8)


def test_eight_heads_of_64_make_512_and_cost_as_much_as_one() -> None:
    cost = solution("count_the_cost")
    eight, one = cost.mha_multiplications(100, 512, 8), cost.mha_multiplications(100, 512, 1)

    assert 512 // 8 == 64
    assert cost.mha_params(512, 8) == cost.mha_params(512, 1) == 1_048_576
    assert cost.mha_params(512, 8, bias=True) == 1_050_624
    assert {**eight, "exponentials": 0} == {**one, "exponentials": 0}
    assert (eight["project"], eight["scores"], eight["output"]) == (78_643_200, 5_120_000, 26_214_400)
    assert eight["exponentials"] == 8 * one["exponentials"] == 80_000


def test_the_divisor_inside_a_head_of_64_is_8() -> None:
    rng = np.random.default_rng(3)
    X, W_Q, W_K, W_V, W_O = rng.standard_normal((3, 512)), *(rng.standard_normal((512, 512)) / 30 for _ in range(4))

    _, A = solution("multi_head").multi_head(X, X, W_Q, W_K, W_V, W_O, 8)

    scores = (X @ W_Q)[:, :64] @ (X @ W_K)[:, :64].T / 8
    exps = np.exp(scores - scores.max(axis=1, keepdims=True))
    assert np.allclose(A[0], exps / exps.sum(axis=1, keepdims=True), atol=1e-8)


def test_the_splits_of_the_notes_are_as_printed() -> None:
    X = np.arange(12).reshape(2, 6)

    assert solution("split_and_join").split_heads(X, 3)[0].tolist() == [[0, 1], [6, 7]]
    assert X.reshape(3, 2, 2)[0].tolist() == [[0, 1], [2, 3]]
    assert X[:, ::3].tolist() == [[0, 3], [6, 9]]
