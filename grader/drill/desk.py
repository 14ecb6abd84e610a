"""One learner's drill: what is due, rate, undo, forecast; the one place that joins cards, store and scheduler.

The review log is the truth: the state of a card is a fold over its reviews, and undo is the same fold without the last one. The scheduler
is loaded when the first card is rated, so that the first card shows at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from grader.drill.memory import Memory, Rating, dump, load
from grader.drill.queue import NEW_PER_DAY, Due, Filter, cram, is_leech, session
from grader.quiz.bank import Bank
from grader.quiz.card import Card
from grader.records import dataclass
from grader.store.learner import LearnerStore
from grader.store.learner_rows import Event, Review
from grader.store.moment import Moment
from grader.store.seen import SEEN

if TYPE_CHECKING:
    from grader.drill.scheduler import Scheduler

LEECH = "card.leech"
FAR_AHEAD = timedelta(days=400)


@dataclass(frozen=True, slots=True)
class Rated:
    """What came of a rating."""

    memory: Memory | None  # None for cram
    is_leech: bool
    is_suspect: bool


class Desk:
    """The drill of one learner."""

    def __init__(self, bank: Bank, store: LearnerStore) -> None:
        self.bank = bank
        self.store = store
        self._adopt_replaced()
        self.memories: dict[str, Memory] = {card: load(text) for card, text in store.states().items() if card in bank.cards}

    # ---------------------------------------------------------------- settings

    @property
    def retention(self) -> float:
        """The share of cards to be recalled when they come due."""
        return float(self.store.setting("retention", "0.9"))

    @property
    def goal(self) -> date | None:
        """The day on which everything should be known."""
        text = self.store.setting("goal")
        return date.fromisoformat(text) if text else None

    @property
    def new_per_day(self) -> int:
        """New cards a day."""
        return int(self.store.setting("new_per_day", str(NEW_PER_DAY)))

    def scheduler(self, today: date) -> Scheduler:
        """How cards are scheduled now; before a goal no card waits longer than until then."""
        from grader.drill.scheduler import LONGEST_DAYS, Scheduler

        left = (self.goal - today).days if self.goal and self.goal > today else LONGEST_DAYS
        return self._schedulers.setdefault((self.retention, left), Scheduler(retention=self.retention, longest_days=left))

    @cached_property
    def _schedulers(self) -> dict[tuple[float, int], Scheduler]:
        return {}

    # ------------------------------------------------------------------- queue

    def due(self, moment: Moment, wanted: Filter) -> list[Due]:
        """The queue of a session now."""
        today = moment.study_day
        reviews = [review for review in self.store.reviews(since=today.isoformat()) if not review.is_cram]
        asked = {review.card for review in reviews}
        new = sum(1 for card in asked if self._first_day(card) == today)
        return session(
            self.bank.cards.values(),
            self.memories,
            moment,
            wanted=wanted,
            asked_today=asked,
            new_today=new,
            forward=self.forward(),
            new_per_day=self.new_per_day,
        )

    def cram(self, wanted: Filter) -> list[Due]:
        """Every card asked for, least lately asked first."""
        order = {review.card: at for at, review in enumerate(self.store.reviews())}
        return cram(self.bank.cards.values(), wanted, order)

    def forward(self) -> set[str]:
        """Cards whose misconception was seen after they were last reviewed: in a confident error, or a failed check."""
        seen: dict[str, Moment] = {}
        for event in self.store.events(SEEN):
            seen[event.subject.partition("/")[0]] = event.moment
        if not seen:
            return set()
        last = {review.card: review.moment.utc for review in self.store.reviews() if not review.is_cram}
        return {
            card.id
            for card in self.bank.cards.values()
            for tag in card.misconceptions
            if tag.partition("/")[0] in seen and (card.id not in last or last[card.id] < seen[tag.partition("/")[0]].utc)
        }

    def _first_day(self, card: str) -> date | None:
        first = next(iter(self.store.reviews(card)), None)
        return None if first is None else first.moment.study_day

    # ------------------------------------------------------------------ rating

    def rate(self, card: Card, rating: Rating, moment: Moment, *, milliseconds: int, is_cram: bool = False) -> Rated:
        """Keep a rating; it is on disk when this returns. Cramming moves no due date."""
        last = self.store.last_moment()
        is_suspect = last is not None and (moment.utc < last.utc or moment.utc - last.utc > FAR_AHEAD)
        counted = last if last is not None and moment.utc < last.utc else moment
        scheduler = self.scheduler(counted.study_day)
        review = Review(card.id, card.meaning, int(rating), milliseconds, counted, is_cram, is_suspect, scheduler.name, self.bank.version)
        if is_cram:
            self.store.add_review(review, "")
            return Rated(None, False, is_suspect)
        is_kept = False
        while not is_kept:  # another window may rate the same card: each rating builds on the one that came before it
            before = self.store.state(card.id)
            memory = scheduler.rate(load(before) if before else None, rating, counted, card=card.id, meaning=card.meaning)
            is_kept = bool(self.store.add_review(review, dump(memory), after=before))
        self.memories[card.id] = memory
        if is_leech(memory):
            self.store.add_event(Event(LEECH, card.id, {"lapses": memory.lapses}, moment, self.bank.version))
        return Rated(memory, is_leech(memory), is_suspect)

    def preview(self, card: Card, moment: Moment) -> dict[Rating, Memory]:
        """What each rating would lead to; nothing is kept."""
        scheduler = self.scheduler(moment.study_day)
        return {rating: scheduler.rate(self.memories.get(card.id), rating, moment, card=card.id, meaning=card.meaning) for rating in Rating}

    def undo(self, moment: Moment) -> Review | None:
        """Take the last review back, as often as wanted; None when there is none."""
        review = self.store.last_review()
        if review is None:
            return None
        earlier = [other for other in self.store.reviews(review.card) if other.uid != review.uid]
        memory = self.memories.get(review.card) if review.is_cram else self.replay(earlier)
        self.store.void(review, None if memory is None else dump(memory), moment)
        if memory is None:
            self.memories.pop(review.card, None)
        else:
            self.memories[review.card] = memory
        return review

    def replay(self, reviews: Iterable[Review]) -> Memory | None:
        """The memory that a card's reviews add up to; those of a cram are left out."""
        memory: Memory | None = None
        for review in reviews:
            if not review.is_cram:
                scheduler = self.scheduler(review.moment.study_day)
                memory = scheduler.rate(memory, Rating(review.rating), review.moment, card=review.card, meaning=review.meaning)
        return memory

    def rebuild(self) -> dict[str, Memory]:
        """Every state worked out anew from the log: after a new retention, or a damaged cache."""
        by_card: dict[str, list[Review]] = {}
        for review in self.store.reviews():
            by_card.setdefault(review.card, []).append(review)
        folded = {card: self.replay(reviews) for card, reviews in by_card.items()}
        states = {card: memory for card, memory in folded.items() if memory is not None}
        self.store.replace_states({card: dump(memory) for card, memory in states.items()})
        self.memories = {card: memory for card, memory in states.items() if card in self.bank.cards}
        return self.memories

    def set_retention(self, retention: float) -> None:
        """A new retention; every due date is worked out again with it."""
        from grader.drill.scheduler import clamped

        self.store.set_setting("retention", str(clamped(retention)))
        self.rebuild()

    def set_goal(self, goal: date | None) -> None:
        """A day on which everything should be known, or none."""
        self.store.set_setting("goal", "" if goal is None else goal.isoformat())
        self.rebuild()

    def _adopt_replaced(self) -> None:
        """Cards that replace others take over their history; done once, because nothing is left to move afterwards."""
        renames = {old: card.id for card in self.bank.cards.values() for old in card.replaces}
        if renames and any(old in self.store.states() for old in renames):
            self.store.rename_cards(renames)
