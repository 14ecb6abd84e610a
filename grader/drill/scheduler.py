"""FSRS on days of study: the `fsrs` package is given noon of each study day, never a clock time.

Given clock times it counts blocks of 24 hours, so that Monday 21:00 and Tuesday 08:00 are one day, and the result drifts away from Anki's
own scheduler. It also accepts nonsense (retention 1.5, reviews in the past), which is refused or pinned here. Fuzz is our own: the same
card and repetition always get the same day, inside the published range.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from importlib.metadata import version

import fsrs

from grader.drill.memory import Memory, Phase, Rating
from grader.quiz.stream import Stream
from grader.store.moment import Moment

LOWEST_RETENTION, HIGHEST_RETENTION = 0.70, 0.97
DEFAULT_RETENTION = 0.90
LONGEST_DAYS = 36_500
_FUZZ_RANGES = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.10), (20.0, float("inf"), 0.05))


@dataclass(frozen=True)
class Scheduler:
    """How cards are scheduled; pure: `rate` gives a new memory and changes nothing."""

    retention: float = DEFAULT_RETENTION
    longest_days: int = LONGEST_DAYS
    has_fuzz: bool = True
    learning_steps: tuple[timedelta, ...] = field(default=(timedelta(minutes=1), timedelta(minutes=10)))
    relearning_steps: tuple[timedelta, ...] = field(default=(timedelta(minutes=10),))

    @cached_property
    def _fsrs(self) -> fsrs.Scheduler:
        return fsrs.Scheduler(
            desired_retention=clamped(self.retention),
            learning_steps=self.learning_steps,
            relearning_steps=self.relearning_steps,
            maximum_interval=max(1, min(self.longest_days, LONGEST_DAYS)),
            enable_fuzzing=False,
        )

    @cached_property
    def name(self) -> str:
        """Package, version and a hash of what was set, stored with every review so that it can be worked out again."""
        told = f"{self._fsrs.parameters}|{self._fsrs.desired_retention}|{self.longest_days}|{self.learning_steps}|{self.relearning_steps}"
        return f"fsrs-{version('fsrs')}/{hashlib.sha256(told.encode()).hexdigest()[:8]}"

    def rate(self, memory: Memory | None, rating: Rating, moment: Moment, *, card: str, meaning: str) -> Memory:
        """The memory after a review. A review before the last one (a clock set back) counts as one on the same day."""
        today = moment.study_day if memory is None else max(moment.study_day, memory.last_day)
        noon = _noon(today)
        reviewed, _ = self._fsrs.review_card(_fsrs_card(memory, noon), fsrs.Rating(rating), noon)
        repetitions = 1 if memory is None else memory.repetitions + 1
        interval = reviewed.due - noon
        is_step = interval < timedelta(days=1)
        has_lapsed = memory is not None and memory.phase is Phase.REVIEW and rating is Rating.AGAIN
        return Memory(
            phase=Phase(reviewed.state),
            step=reviewed.step,
            stability=reviewed.stability or 0.0,
            difficulty=reviewed.difficulty or 0.0,
            last_day=today,
            due_at=moment.utc + interval if is_step else None,
            due_day=None if is_step else today + timedelta(days=self._fuzzed(interval.days, card, repetitions)),
            repetitions=repetitions,
            lapses=(0 if memory is None else memory.lapses) + int(has_lapsed),
            last_rating=rating,
            meaning=meaning,
        )

    def recall(self, memory: Memory, today: date) -> float:
        """How likely the card is recalled today, from 0 to 1."""
        return float(self._fsrs.get_card_retrievability(_fsrs_card(memory, _noon(today)), _noon(max(today, memory.last_day))))

    def _fuzzed(self, days: int, card: str, repetition: int) -> int:
        """The day inside the fuzz range that belongs to this card and repetition."""
        low, high = fuzz_range(days, self.longest_days)
        if not self.has_fuzz or low >= high:
            return min(days, self.longest_days)
        return low + Stream(b"grader/fuzz", card, str(repetition)).below(high - low + 1)


def clamped(retention: float) -> float:
    """A retention that can be asked for: 0.70 to 0.97."""
    return min(max(retention, LOWEST_RETENTION), HIGHEST_RETENTION)


def fuzz_range(days: int, longest: int) -> tuple[int, int]:
    """The days among which chance may choose instead of `days`, both ends included."""
    if days < 2.5:
        return days, days
    delta = 1.0 + sum(factor * max(min(days, end) - start, 0.0) for start, end, factor in _FUZZ_RANGES)
    high = min(round(days + delta), longest)
    return min(max(2, round(days - delta)), high), high


def _noon(day: date) -> datetime:
    return datetime.combine(day, time(12), UTC)


def _fsrs_card(memory: Memory | None, noon: datetime) -> fsrs.Card:
    """The package's card; an explicit id, because without one it sleeps for a millisecond."""
    if memory is None:
        return fsrs.Card(card_id=1, due=noon)
    return fsrs.Card(
        card_id=1,
        state=fsrs.State(memory.phase),
        step=memory.step,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=noon,
        last_review=_noon(memory.last_day),
    )
