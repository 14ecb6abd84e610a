"""A small made-up level of cards for the drill's tests."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from grader.quiz.bank import Bank
from grader.store.moment import Moment, moment


def card(name: str, **fields: object) -> dict[str, object]:
    return {"id": name, "set": "core", "kind": "fact", "front": f"What is {name}?", "back": f"It is {name}.", **fields}


def bank(**parts: list[dict[str, object]]) -> Bank:
    """A bank of cards by objective."""
    beliefs = [{"id": "apples-fly", "kind": "misconception", "statement": "Apples fly.", "correction": "They fall.", "note": "o1#apples"}]
    data = {"parts": [{"objective": name, "cards": cards} for name, cards in parts.items()], "misconceptions": beliefs, "same_as": {}}
    return Bank(data, "version 1")


def on(day: int, hour: int = 10, minute: int = 0) -> Moment:
    """A moment of March 2026 in Berlin."""
    return moment(datetime(2026, 3, 1, hour, minute, tzinfo=ZoneInfo("Europe/Berlin")) + timedelta(days=day - 1))
