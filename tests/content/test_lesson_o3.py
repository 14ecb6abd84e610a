"""The numbers of the lesson that belong to the weights: its first program, and the second question of "Try this"."""

from __future__ import annotations

import math
from types import ModuleType

import numpy as np
import pytest

from grader.content.importer import load_module
from grader.content.tree import find_root

WORDS = ["animal", "cross", "street", "it"]
QUERY = [2, 1]
KEYS = [[2, 1], [0, 1], [1, -1], [1, 1]]
VALUES = [[4, 0], [2, 2], [0, 4], [1, 1]]
SCORES = [3.53553391, 0.70710678, 0.70710678, 2.12132034]
POWERS = [34.31332991, 2.02811498, 2.02811498, 8.34214472]
WEIGHTS = [0.73457670, 0.04341770, 0.04341770, 0.17858789]
OUTPUT = [3.20373011, 0.43909412]


def solution(name: str) -> ModuleType:
    """A solution of the objective."""
    return load_module(find_root().solutions, f"o3_weights.{name}")


def close(got: object, expected: object) -> None:
    np.testing.assert_allclose(np.array(got), np.array(expected), rtol=0, atol=6e-9)


def test_raw_scores_and_powers_are_those_of_the_table() -> None:
    raw = np.array(KEYS) @ np.array(QUERY)
    powers = np.exp(raw / math.sqrt(2))

    assert raw.tolist() == [5, 1, 1, 3]
    close(powers, POWERS)
    assert powers.sum() == pytest.approx(46.711705, abs=1e-6)


def test_softmax_gives_the_weights_of_the_table_to_eight_digits() -> None:
    scores = [x / math.sqrt(2) for x in (5, 1, 1, 3)]

    close(solution("softmax_by_hand").softmax(scores), WEIGHTS)
    close(solution("softmax_rows").softmax_np([scores, scores]), [WEIGHTS, WEIGHTS])


def test_one_query_and_the_attention_matrix_give_the_first_program_to_eight_digits() -> None:
    scores, weights, output = solution("one_query").attend_one(QUERY, KEYS, VALUES)
    matrix_output, A = solution("attention_matrix").sdpa([QUERY], KEYS, VALUES)

    close(scores, SCORES)
    close(weights, WEIGHTS)
    close(output, OUTPUT)
    close(A, [WEIGHTS])
    close(matrix_output, [OUTPUT])


def test_first_program_prints_what_it_prints() -> None:
    scores, weights, output = solution("one_query").attend_one(QUERY, KEYS, VALUES)

    assert [f"{s:.2f}" for s in scores] == ["3.54", "0.71", "0.71", "2.12"]
    assert [f"{w:.3f}" for w in weights] == ["0.735", "0.043", "0.043", "0.179"]
    assert [round(w * 40) for w in weights] == [29, 2, 2, 7]
    assert [round(x, 2) for x in output] == [3.2, 0.44]
    assert round(sum(weights), 6) == 1.0


def test_weights_cut_to_three_decimals_give_the_printed_line() -> None:
    weights = np.array([0.735, 0.043, 0.043, 0.179])

    close(weights @ np.array(VALUES), [3.205, 0.437])


def test_second_question_street_with_the_key_of_animal() -> None:
    weights, output = solution("edit_and_rerun").what_if(WORDS, QUERY, KEYS, VALUES, new_keys={"street": [2, 1]})
    raw = np.array([5, 1, 5, 3])

    close([weights[word] for word in WORDS], [0.43436289, 0.02567334, 0.43436289, 0.10560089])
    close(output, [1.89439911, 1.89439911])
    assert np.exp(raw / math.sqrt(2)).sum() == pytest.approx(78.996920, abs=1e-6)


def test_dropping_it_leaves_the_ratios_as_they_were() -> None:
    weights, _ = solution("edit_and_rerun").what_if(WORDS, QUERY, KEYS, VALUES, drop=("it",))

    assert set(weights) == {"animal", "cross", "street"}
    assert sum(weights.values()) == pytest.approx(1)
    assert weights["animal"] / weights["street"] == pytest.approx(math.exp(4 / math.sqrt(2)))


def test_a_query_can_be_designed_for_the_lessons_street() -> None:
    query = solution("design_a_query").design_query([KEYS[0], KEYS[2]], [1], sharpness=3.0)

    close(np.array([KEYS[0], KEYS[2]]) @ query / math.sqrt(2), [0.0, 3.0])


def test_gaps_come_back_from_the_lessons_weights() -> None:
    gaps = solution("design_a_query").score_gaps(np.array(WEIGHTS))

    np.testing.assert_allclose(gaps, np.array(SCORES) - SCORES[0], atol=1e-6)
