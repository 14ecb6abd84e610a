"""Cards with numbers: front and back drawn anew at every repetition, so that the method is remembered and not the number.

The first face is worked out when the bank is compiled, so that a card can be shown, exported and read without drawing anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from grader.quiz.card import Card
from grader.quiz.decode import decode_params
from grader.quiz.draws import draw_params
from grader.quiz.hashes import meaning_hash
from grader.quiz.stream import Chooser, Stream
from grader.quiz.values import ExpressionError, Value
from grader.quiz.worked import fill

MAX_TRIES = 200
SIDES = ("front", "back", "why")


def first_face(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a card with its templates apart and one face filled in; a card without parameters as it is."""
    if not data.get("params"):
        return dict(data)
    faces = face(data, Stream(b"grader/first-face", str(data["id"])))
    kept = {key: value for key, value in data.items() if key not in ("params", "require")}
    template = {key: data[key] for key in (*SIDES, "params", "require") if key in data}
    return {**kept, **faces, "fresh": template, "meaning": meaning_hash(data)}


def fresh(card: Card, secret: bytes, repetition: int) -> Card:
    """The card with numbers of its own for this learner and repetition; the same card where it has none."""
    if card.fresh is None or repetition == 0:
        return card
    sides = face(card.fresh, Stream(secret, "card", card.id, str(repetition)))
    return replace(card, front=sides["front"], back=sides["back"], why=sides.get("why", ""))


def face(data: Mapping[str, Any], chooser: Chooser) -> dict[str, str]:
    """Front, back and why with numbers drawn. ExpressionError when no draw fits, which lint finds."""
    values = drawn_values(data, chooser)
    return {side: fill(data[side], values) for side in SIDES if data.get(side)}


def drawn_values(data: Mapping[str, Any], chooser: Chooser) -> dict[str, Value]:
    """Values that keep what the card requires."""
    params, require = decode_params(data["params"]), [str(rule) for rule in data.get("require", ())]
    for _ in range(MAX_TRIES):
        values = draw_params(params, require, chooser)
        if values is not None:
            return values
    raise ExpressionError(f"no draw in {MAX_TRIES} keeps what the card requires")
