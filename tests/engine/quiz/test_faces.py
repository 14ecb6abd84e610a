"""Cards with numbers: one face for everybody when the bank is compiled, fresh ones in the drill, the same for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.quiz.bank import load_bank
from grader.quiz.card import decode_card
from grader.quiz.faces import first_face, fresh
from grader.quiz.hashes import meaning_hash

PLAIN = {"id": "c1", "set": "core", "kind": "calc", "front": "Why?", "back": "So."}
NUMBERS = {
    **PLAIN,
    "front": "What is {{a}} + {{b}}?",
    "back": "{{c}}",
    "params": {"a": {"int": [1, 50]}, "b": {"int": [1, 50]}, "c": {"derive": "a + b"}},
    "require": ["a != b"],
}
ROOT = Path(__file__).parents[3]


def test_a_card_without_numbers_stays_as_it_is() -> None:
    card = decode_card(first_face(PLAIN), "O1")

    assert card.fresh is None
    assert fresh(card, b"secret", 7) is card


def test_the_first_face_is_the_same_for_everybody_and_needs_no_drawing() -> None:
    card = decode_card(first_face(NUMBERS), "O1")

    assert "{{" not in card.front + card.back
    assert fresh(card, b"secret", 0) == card
    assert card.meaning == meaning_hash(NUMBERS)


@pytest.mark.parametrize("repetition", range(1, 30))
def test_a_fresh_face_is_right_and_the_same_each_time(repetition: int) -> None:
    card = decode_card(first_face(NUMBERS), "O1")

    face = fresh(card, b"secret", repetition)

    a, b = (int(word) for word in face.front.removeprefix("What is ").removesuffix("?").split(" + "))
    assert int(face.back) == a + b
    assert a != b
    assert fresh(card, b"secret", repetition) == face


def test_faces_differ_between_repetitions_and_learners() -> None:
    card = decode_card(first_face(NUMBERS), "O1")

    assert len({fresh(card, b"secret", repetition).front for repetition in range(20)}) > 15
    assert fresh(card, b"one", 3).front != fresh(card, b"two", 3).front


def test_every_card_of_the_level_has_a_face_with_all_its_numbers() -> None:
    bank = load_bank(ROOT / "quizzes")
    with_numbers = [card for card in bank.cards.values() if card.fresh]

    assert len(with_numbers) >= 20
    for card in bank.cards.values():
        assert "{{" not in card.front + card.back + card.why
    for card in with_numbers:
        assert "{{" not in fresh(card, b"secret", 1).front + fresh(card, b"secret", 1).back
