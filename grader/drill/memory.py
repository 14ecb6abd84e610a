"""What is remembered about one card between reviews, and how it is written down.

Plain data: reading it needs no scheduler, so that a session can show its first card before one is loaded.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, datetime
from enum import IntEnum

from grader.records import dataclass


class Rating(IntEnum):
    """How well a card was recalled."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


class Phase(IntEnum):
    """Where a card stands; the numbers are those of the `fsrs` package."""

    LEARNING = 1
    REVIEW = 2
    RELEARNING = 3


@dataclass(frozen=True, slots=True)
class Memory:
    """A card after its last review. Due at a moment of today (a learning step) or on a day of study, never both."""

    phase: Phase
    step: int | None
    stability: float
    difficulty: float
    last_day: date
    due_at: datetime | None
    due_day: date | None
    repetitions: int
    lapses: int
    last_rating: Rating
    meaning: str

    def is_due(self, now: datetime, today: date) -> bool:
        """True when it should be asked now."""
        if self.due_at is not None:
            return self.due_at <= now
        return self.due_day is not None and self.due_day <= today

    def made_due(self, today: date) -> Memory:
        """The same memory, due today: for a card whose answer has changed."""
        return replace(self, due_at=None, due_day=min(self.due_day or today, today))


def dump(memory: Memory) -> str:
    """As stored."""
    return json.dumps(
        {
            "phase": memory.phase,
            "step": memory.step,
            "stability": memory.stability,
            "difficulty": memory.difficulty,
            "last_day": memory.last_day.isoformat(),
            "due_at": None if memory.due_at is None else memory.due_at.isoformat(),
            "due_day": None if memory.due_day is None else memory.due_day.isoformat(),
            "repetitions": memory.repetitions,
            "lapses": memory.lapses,
            "last_rating": memory.last_rating,
            "meaning": memory.meaning,
        }
    )


def load(text: str) -> Memory:
    """Read back."""
    data = json.loads(text)
    return Memory(
        phase=Phase(data["phase"]),
        step=data["step"],
        stability=data["stability"],
        difficulty=data["difficulty"],
        last_day=date.fromisoformat(data["last_day"]),
        due_at=None if data["due_at"] is None else datetime.fromisoformat(data["due_at"]),
        due_day=None if data["due_day"] is None else date.fromisoformat(data["due_day"]),
        repetitions=data["repetitions"],
        lapses=data["lapses"],
        last_rating=Rating(data["last_rating"]),
        meaning=data["meaning"],
    )
