"""What a learner's log adds up to: quiz results by objective, calibration, cards, days of study. Pure; too little to tell is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction

from grader.drill.memory import Memory, Phase
from grader.drill.queue import LEECH_LAPSES
from grader.quiz.bank import Bank
from grader.records import dataclass
from grader.store.learner_rows import Answer, Review

FEWEST = 8  # answers before a share is more than noise
CERTAINTY = {1: "a guess", 2: "fairly sure", 3: "sure"}
# A guess pays below two thirds, sure pays from four fifths on (certainty-based marking).
HONEST = {1: (0.0, 2 / 3), 2: (2 / 3, 0.8), 3: (0.8, 1.0)}


@dataclass(frozen=True, slots=True)
class ObjectiveStats:
    """One objective: first tries in quizzes, and its cards."""

    objective: str
    answered: int
    points: Fraction
    cards: int
    started: int
    known: int  # in review, not in learning
    leeches: int

    @property
    def share(self) -> float | None:
        """The share of points, None with too few answers."""
        return float(self.points / self.answered) if self.answered >= FEWEST else None


@dataclass(frozen=True, slots=True)
class Calibration:
    """How often answers of one certainty were right."""

    confidence: int
    answered: int
    right: int

    @property
    def share(self) -> float | None:
        """The share that was right, None with too few answers."""
        return self.right / self.answered if self.answered >= FEWEST else None

    @property
    def verdict(self) -> str:
        """What to make of it, in a few words."""
        if self.share is None:
            return "too few answers to tell"
        low, high = HONEST[self.confidence]
        return "less sure than you may be" if self.share > high else "surer than you should be" if self.share < low else "well judged"


def by_objective(bank: Bank, answers: Sequence[Answer], memories: Mapping[str, Memory]) -> list[ObjectiveStats]:
    """Every objective of the level, in order."""
    first = [answer for answer in answers if answer.attempt == 1 and answer.score is not None and answer.question in bank.questions]
    found = []
    for objective in bank.objectives:
        mine = [answer for answer in first if bank.questions[answer.question].objective == objective]
        cards = [card.id for card in bank.cards.values() if card.objective == objective]
        known = [memories[card] for card in cards if card in memories]
        found.append(
            ObjectiveStats(
                objective,
                len(mine),
                sum((Fraction(answer.score or 0) for answer in mine), Fraction(0)),
                len(cards),
                len(known),
                sum(memory.phase is Phase.REVIEW for memory in known),
                sum(memory.lapses >= LEECH_LAPSES for memory in known),
            )
        )
    return found


def calibration(answers: Sequence[Answer]) -> list[Calibration]:
    """The three levels of certainty; every answer that came with one counts."""
    asked: Counter[int] = Counter()
    right: Counter[int] = Counter()
    for answer in answers:
        if answer.confidence is not None:
            asked[answer.confidence] += 1
            right[answer.confidence] += answer.standing == "right"
    return [Calibration(level, asked[level], right[level]) for level in (1, 2, 3)]


def recall_rate(reviews: Sequence[Review]) -> tuple[int, int]:
    """Reviews of cards on a later day than before, and how many of them were recalled: what retention really is."""
    last_day: dict[str, date] = {}
    asked = recalled = 0
    for review in reviews:
        if review.is_cram:
            continue
        day = review.moment.study_day
        if review.card in last_day and last_day[review.card] < day:
            asked += 1
            recalled += review.rating > 1
        last_day[review.card] = day
    return asked, recalled


def days(reviews: Sequence[Review], answers: Sequence[Answer]) -> dict[date, int]:
    """How much was answered on each day of study."""
    counts = Counter(review.moment.study_day for review in reviews) + Counter(answer.moment.study_day for answer in answers)
    return dict(sorted(counts.items()))


def heat(counts: Mapping[date, int], today: date, *, weeks: int = 12) -> list[str]:
    """A calendar of the last weeks in letters: a row for each weekday, `.` nothing, then `-`, `+`, `#` for more."""
    monday = today - timedelta(days=today.weekday() + 7 * (weeks - 1))
    rows = []
    for weekday in range(7):
        marks = []
        for week in range(weeks):
            day = monday + timedelta(days=7 * week + weekday)
            marks.append(" " if day > today else _mark(counts.get(day, 0)))
        rows.append(f"{['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][weekday]} {''.join(marks)}")
    return rows


def _mark(count: int) -> str:
    return "." if count == 0 else "-" if count < 10 else "+" if count < 30 else "#"
