"""One sitting at the desk: the next card, its rating, undo. A card that was not recalled comes back later in the sitting, and leaves after
one recall: more in the first sitting does not last.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from grader.drill.desk import Desk, Rated
from grader.drill.memory import Rating
from grader.drill.queue import Due, Reason
from grader.store.moment import Moment

COMES_BACK_AFTER = 4  # cards in between


class Round:
    """A queue being worked through."""

    def __init__(self, desk: Desk, queue: Iterable[Due], *, is_cram: bool = False) -> None:
        self.desk = desk
        self.is_cram = is_cram
        self.waiting: deque[Due] = deque(queue)
        self.answered: list[tuple[Due, Rating]] = []

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
