"""Flashcards as the content files mean them. Apart from the questions, so that a drill's first card needs nothing of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any

from grader.quiz.hashes import meaning_hash
from grader.records import dataclass


class CardSet(StrEnum):
    """`core` counts for mastery, `deep` is for the engineer track, `term` cards cover the key terms."""

    CORE = "core"
    DEEP = "deep"
    TERM = "term"


@dataclass(frozen=True, slots=True)
class Card:
    """One flashcard. Front and back are what is shown; `fresh` draws them anew where the card has numbers (see `faces`)."""

    id: str
    objective: str
    set: CardSet
    kind: str
    front: str
    back: str
    why: str = ""
    misconceptions: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    use: str = ""  # term cards: meaning (term → meaning), term (meaning → term) or use
    siblings: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    meaning: str = ""
    same_as: frozenset[str] = frozenset()  # earlier meanings that count as this one
    fresh: Mapping[str, Any] | None = field(default=None, hash=False)  # templates and parameters, as the file says them

    def means(self, meaning: str) -> bool:
        """True when an answer learnt under that meaning is still right."""
        return meaning == self.meaning or meaning in self.same_as


def decode_card(data: Mapping[str, Any], objective: str, same_as: Iterable[str] = ()) -> Card:
    """One card; KeyError, TypeError or ValueError when lint would have refused it."""
    return Card(
        id=data["id"],
        objective=objective,
        set=CardSet(data["set"]),
        kind=data["kind"],
        front=data["front"],
        back=data["back"],
        why=data.get("why", ""),
        misconceptions=tuple(data.get("misconceptions", ())),
        terms=tuple(data.get("terms", ())),
        use=data.get("use", ""),
        siblings=tuple(data.get("siblings", ())),
        needs=tuple(data.get("needs", ())),
        replaces=tuple(data.get("replaces", ())),
        meaning=data.get("meaning") or meaning_hash(data),
        fresh=data.get("fresh"),
        same_as=frozenset(same_as),
    )
