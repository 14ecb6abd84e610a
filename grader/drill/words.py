"""What a drill says on every screen alike: how long a card waits, what comes next, and a way out for a card that will not stay."""

from __future__ import annotations

from grader.drill.desk import Desk
from grader.drill.memory import Memory, Rating
from grader.drill.queue import Filter
from grader.quiz.bank import Bank, tags_of
from grader.quiz.card import Card
from grader.quiz.words import normal
from grader.store.moment import Moment

SLOW_MS = 10 * 60 * 1_000  # nobody thinks longer than ten minutes: the rest was a break


def spell_wait(seconds: float) -> str:
    """`1 min`, `10 min`, `3 days`, `5 months`."""
    if seconds < 86_400:
        return f"{max(1, round(seconds / 60))} min"
    days = round(seconds / 86_400)
    if days < 60:
        return f"{days} day{'s' if days != 1 else ''}"
    return f"{round(days / 30.4)} months" if days < 700 else f"{days / 365:.0f} years"


def waits(preview: dict[Rating, Memory], moment: Moment) -> dict[Rating, str]:
    """How long the card would wait after each rating."""

    def wait(memory: Memory) -> str:
        if memory.due_at is not None:
            return spell_wait((memory.due_at - moment.utc).total_seconds())
        return spell_wait(((memory.due_day or moment.study_day) - moment.study_day).days * 86_400)

    return {rating: wait(memory) for rating, memory in preview.items()}


def suggested(typed: str, back: str) -> Rating:
    """The rating to offer first: good, unless something else was typed than what the back (as shown) says."""
    return Rating.GOOD if not typed.strip() or normal(typed) == normal(back) else Rating.AGAIN


def when_next(desk: Desk, wanted: Filter, moment: Moment) -> str:
    """One sentence on what comes next; "" when nothing does."""
    cards = {card.id for card in desk.bank.cards.values() if wanted.takes(card)}
    memories = [memory for card, memory in desk.memories.items() if card in cards]
    soon = [memory.due_at for memory in memories if memory.due_at is not None and memory.due_at > moment.utc]
    days = sorted(memory.due_day for memory in memories if memory.due_day is not None and memory.due_day > moment.study_day)
    if soon:
        return f"Next: {len(soon)} card{'s' if len(soon) > 1 else ''} in {spell_wait((min(soon) - moment.utc).total_seconds())}."
    if days:
        count = days.count(days[0])
        left = (days[0] - moment.study_day).days
        when = "tomorrow" if left == 1 else f"in {left} days"
        return f"Next: {count} card{'s' if count > 1 else ''} {when}."
    return ""


def question_about(bank: Bank, card: Card) -> str:
    """A question on what the card is about, for who has forgotten it many times; "" when there is none."""
    about = {tag.partition("/")[0] for tag in card.misconceptions}
    found = (q.id for q in bank.questions.values() if about & {tag.partition("/")[0] for tag in tags_of(q)})
    return next(found, "")
