"""One sitting at the desk: the next card, its rating, undo. A card that was not recalled comes back later in the sitting, and leaves after
one recall: more in the first sitting does not last.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from datetime import datetime

from grader.drill.desk import Desk, Rated
from grader.drill.memory import Rating
from grader.drill.queue import Due, Reason, is_leech
from grader.quiz.card import Card
from grader.store.moment import Moment

COMES_BACK_AFTER = 4  # cards in between


class Round:
    """A queue being worked through."""

    def __init__(self, desk: Desk, queue: Iterable[Due], *, is_cram: bool = False) -> None:
        self.desk = desk
        self.is_cram = is_cram
        self.waiting: deque[Due] = deque(queue)
        self.answered: list[tuple[Due, Rating]] = []

    @classmethod
    def resumed(cls, desk: Desk, queue: Iterable[Due], since: datetime, skipped: Collection[str] = (), *, is_cram: bool = False) -> Round:
        """The sitting that began at `since`, out of the log: what was recalled has left, what was not comes back in its turn. For a
        screen that keeps nothing between two cards; `skipped` are cards that were left for another day."""
        due = {each.card.id: each for each in queue}
        day = Moment(since, since.astimezone()).study_day.isoformat()
        reviews = [r for r in desk.store.reviews(since=day) if r.moment.utc >= since and r.is_cram == is_cram and r.card in desk.bank.cards]
        last = {review.card: index for index, review in enumerate(reviews)}
        sitting = cls(desk, [each for card, each in due.items() if card not in last and card not in skipped], is_cram=is_cram)
        for index, review in enumerate(reviews):
            again = due.get(review.card) or Due(desk.bank.cards[review.card], Reason.STEP, desk.memories.get(review.card))
            sitting.answered.append((again, Rating(review.rating)))
            is_forgotten = last[review.card] == index and review.rating == Rating.AGAIN and review.card not in skipped
            if is_forgotten and not (again.memory is not None and is_leech(again.memory)):
                passed = len(reviews) - 1 - index
                sitting.waiting.insert(min(max(0, COMES_BACK_AFTER - passed), len(sitting.waiting)), again)
        return sitting

    def face(self, due: Due) -> Card:
        """The card as it is shown this time: with fresh numbers, where it has any."""
        if due.card.fresh is None:
            return due.card
        from grader.quiz.faces import fresh

        memory = self.desk.memories.get(due.card.id)
        repetition = len(self.answered) if self.is_cram else 0 if memory is None else memory.repetitions
        return fresh(due.card, self.desk.store.secret(), repetition)

    @property
    def current(self) -> Due | None:
        """The card to ask now."""
        return self.waiting[0] if self.waiting else None

    @property
    def recalled(self) -> int:
        """How many ratings were better than again."""
        return sum(rating is not Rating.AGAIN for _, rating in self.answered)

    def rate(self, rating: Rating, moment: Moment, milliseconds: int) -> Rated:
        """Rate the current card; it is on disk when this returns."""
        due = self.waiting.popleft()
        rated = self.desk.rate(due.card, rating, moment, milliseconds=milliseconds, is_cram=self.is_cram)
        self.answered.append((due, rating))
        if rating is Rating.AGAIN and not rated.is_leech:
            self.waiting.insert(min(COMES_BACK_AFTER, len(self.waiting)), due)
        return rated

    def skip(self) -> None:
        """Leave the current card for another day."""
        self.waiting.popleft()

    def undo(self, moment: Moment) -> str:
        """Take the last rating back and ask that card again; gives its id, "" when there is nothing to take back."""
        review = self.desk.undo(moment)
        if review is None:
            return ""
        self.waiting = deque(due for due in self.waiting if due.card.id != review.card)
        if self.answered and self.answered[-1][0].card.id == review.card:
            self.waiting.appendleft(self.answered.pop()[0])
        elif review.card in self.desk.bank.cards:
            card = self.desk.bank.cards[review.card]
            self.waiting.appendleft(Due(card, Reason.REVIEW, self.desk.memories.get(card.id)))
        return review.card
