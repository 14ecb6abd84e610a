"""The numbers of the lesson that belong to context: the two sentences, what fades and what does not, and the flip."""

from __future__ import annotations

import math
from types import ModuleType

import numpy as np
import pytest

from grader.content.importer import load_module
from grader.content.tree import find_root

START = "the animal didn't cross the street because it was too"
TIRED, WIDE = ([*START.split(), last] for last in ("tired", "wide"))
IT, LAST, ANIMAL, STREET = 7, 10, 1, 5
QUERY = np.array([2.0, 1.0])
KEYS = np.array([[2.0, 1.0], [0.0, 1.0], [1.0, -1.0], [1.0, 1.0]])  # animal, cross, street, it
DIGITS = 1e-8


def solution(name: str) -> ModuleType:
    return load_module(find_root().solutions, f"o1_context.{name}")


@pytest.fixture(scope="module")
def flips() -> ModuleType:
    return solution("it_flips")


def test_the_last_word_stands_three_words_after_it() -> None:
    assert TIRED.index("it") == WIDE.index("it") == IT
    assert (TIRED.index("tired"), WIDE.index("wide")) == (LAST, LAST)
    assert LAST - IT == 3


def test_it_has_one_vector_before_the_mixing_and_two_after_it() -> None:
    words = solution("same_word_same_vector")
    table = {word: [float(len(word)), float(i), 1.0] for i, word in enumerate(dict.fromkeys([*TIRED, *WIDE]))}
    tired, wide = words.static_embed(TIRED, table), words.static_embed(WIDE, table)

    assert tired[IT] == wide[IT] == table["it"]
    assert words.mix_with_context(tired, 0.5)[IT] != words.mix_with_context(wide, 0.5)[IT]


def test_animal_fades_six_times_on_its_way_to_it() -> None:
    rnn = solution("rnn_fading")

    assert rnn.influence(IT + 1, 0.8, 1.0)[ANIMAL] == pytest.approx(0.8**6, abs=DIGITS)
    assert rnn.influence(IT + 1, 0.5, 1.0)[ANIMAL] == pytest.approx(0.015625, abs=DIGITS)


def test_half_lives() -> None:
    rnn = solution("rnn_fading")

    assert rnn.half_life(0.8) == pytest.approx(3.10628372, abs=DIGITS)
    assert rnn.half_life(0.9) == pytest.approx(6.57881348, abs=DIGITS)


def test_the_influence_in_a_read_out_is_the_weight() -> None:
    weights = [0.735, 0.043, 0.043, 0.179]
    read_out = lambda xs: sum(w * x for w, x in zip(weights, xs, strict=True))  # noqa: E731

    assert solution("rnn_fading").measured_influence(read_out, [1.0, -2.0, 0.5, 3.0]) == pytest.approx(weights, abs=DIGITS)


@pytest.mark.parametrize(("factor", "logarithm", "ratio"), [(1, 2.82842712, 16.92), (3, 8.48528137, 4843)])
def test_animal_against_street(factor: int, logarithm: float, ratio: float) -> None:
    found = solution("ratio_lock").log_weight_ratio(factor * QUERY, KEYS, 0, 2)

    assert found == pytest.approx(logarithm, abs=DIGITS)
    assert math.exp(found) == pytest.approx(ratio, rel=5e-4)


def test_two_layers_flip_it_to_the_right_noun(flips: ModuleType) -> None:
    weights = flips.build_flip_weights()
    (_, tired), (_, wide) = (flips.two_layer(tokens, flips.WORDS, weights) for tokens in (TIRED, WIDE))

    assert round(float(tired[IT, ANIMAL]), 4) == round(float(wide[IT, STREET]), 4) == 0.9999
    assert max(tired[IT, STREET], wide[IT, ANIMAL]) < 1e-4


def test_one_layer_leaves_the_ratio_as_it_was(flips: ModuleType) -> None:
    weights = flips.build_flip_weights()
    first = [flips.two_layer(tokens, flips.WORDS, weights)[0][IT] for tokens in (TIRED, WIDE)]

    assert first[0][ANIMAL] / first[0][STREET] == pytest.approx(first[1][ANIMAL] / first[1][STREET], abs=DIGITS)


def test_behind_a_causal_mask_it_is_the_same_in_both_sentences(flips: ModuleType) -> None:
    weights = flips.build_flip_weights()
    tables = [flips.two_layer(tokens, flips.WORDS, weights, causal=True) for tokens in (TIRED, WIDE)]

    assert all(np.array_equal(tired[IT], wide[IT]) for tired, wide in zip(*tables, strict=True))
    assert not np.allclose(tables[0][1][LAST], tables[1][1][LAST])  # from the last word on they differ
