"""Which cards a session asks, and in which order. Pure: cards, memories and the log come in, a queue comes out.

First what is due within the hour, then what was brought forward, then reviews, then new cards; neighbours come from different objectives
where that is possible. A card whose sibling was asked today waits for tomorrow.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum

from grader.drill.memory import Memory, Rating
from grader.quiz.card import Card
from grader.records import dataclass
from grader.store.moment import Moment

NEW_PER_DAY = 12
LEECH_LAPSES = 4


class Reason(StrEnum):
    """Why a card is asked."""

    STEP = "learning"
    FORWARD = "brought forward"
    REVIEW = "due"
    NEW = "new"
    CRAM = "cram"
    CHANGED = "its answer changed"


@dataclass(frozen=True, slots=True)
class Due:
    """A card to ask, and why."""

    card: Card
    reason: Reason
    memory: Memory | None


@dataclass(frozen=True, slots=True)
class Filter:
    """What to ask; empty means everything."""

    objectives: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()

    def takes(self, card: Card) -> bool:
        """True when the card is asked for."""
        is_mine = not self.objectives or card.objective in self.objectives
        return is_mine and (not self.terms or any(term in self.terms for term in card.terms))


def session(
    cards: Iterable[Card],
    memories: Mapping[str, Memory],
    moment: Moment,
    *,
    wanted: Filter = Filter(),  # noqa: B008  # frozen
    asked_today: Collection[str] = (),
    new_today: int = 0,
    forward: Collection[str] = (),
    new_per_day: int = NEW_PER_DAY,
) -> list[Due]:
    """The queue of a session, best first. `asked_today` are cards reviewed today; their siblings are left out."""
    everything = list(cards)
    buried = {sibling for card in everything if card.id in asked_today for sibling in card.siblings} - set(asked_today)
    found = [
        Due(card, reason, memories.get(card.id))
        for card in everything
        if wanted.takes(card) and card.id not in buried
        for reason in [_reason(card, memories.get(card.id), moment, forward, asked_today)]
        if reason is not None
    ]
    by_reason: dict[Reason, list[Due]] = defaultdict(list)
    for due in found:
        by_reason[due.reason].append(due)
    by_reason[Reason.REVIEW].sort(key=lambda due: due.memory.due_day if due.memory and due.memory.due_day else moment.study_day)
    new = interleaved(by_reason[Reason.NEW])[: max(0, new_per_day - new_today)]
    order = [
        *by_reason[Reason.STEP],
        *interleaved(by_reason[Reason.FORWARD] + by_reason[Reason.CHANGED]),
        *interleaved(by_reason[Reason.REVIEW]),
        *new,
    ]
    return without_siblings(order)


def _reason(card: Card, memory: Memory | None, moment: Moment, forward: Collection[str], asked_today: Collection[str]) -> Reason | None:
    if memory is None:
        return Reason.FORWARD if card.id in forward else Reason.NEW
    if memory.is_due(moment.utc, moment.study_day):
        return Reason.REVIEW if memory.due_at is None else Reason.STEP
    if card.id in forward and card.id not in asked_today:
        return Reason.FORWARD
    return None if card.means(memory.meaning) else Reason.CHANGED


def cram(cards: Iterable[Card], wanted: Filter, order: Mapping[str, int]) -> list[Due]:
    """Everything asked for, those asked least lately first; no due date is looked at and none will move."""
    chosen = sorted((card for card in cards if wanted.takes(card)), key=lambda card: order.get(card.id, -1))
    return interleaved([Due(card, Reason.CRAM, None) for card in chosen])


def interleaved(queue: Sequence[Due]) -> list[Due]:
    """The same cards, each objective in its order, and neighbours from different objectives as long as there are any."""
    lines: dict[str, deque[Due]] = defaultdict(deque)
    for due in queue:
        lines[due.card.objective].append(due)
    result: list[Due] = []
    last = ""
    while lines:
        others = [name for name in lines if name != last] or list(lines)
        name = max(others, key=lambda other: len(lines[other]))
        result.append(lines[name].popleft())
        if not lines[name]:
            del lines[name]
        last = name
    return result


def without_siblings(queue: Sequence[Due]) -> list[Due]:
    """Of siblings in one session only the first is asked."""
    gone: set[str] = set()
    kept = []
    for due in queue:
        if due.card.id not in gone:
            kept.append(due)
            gone.update(due.card.siblings)
    return kept


def is_leech(memory: Memory) -> bool:
    """True at the fourth lapse, and at every second one after: time for another look at the notes."""
    over = memory.lapses - LEECH_LAPSES
    return memory.last_rating is Rating.AGAIN and over >= 0 and over % 2 == 0
