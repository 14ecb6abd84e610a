"""The misconceptions a learner has met: where each showed, whether it is cleared by now, and what would clear it. Reads, writes nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from grader.content.models import Level, MisconceptionEntry, MisconceptionRule
from grader.learner.evidence import Graded, Source, clearing, is_cleared
from grader.learner.progress import carriers, graded_events
from grader.quiz.bank import Bank
from grader.records import dataclass
from grader.store.learner import LearnerStore

MOST_WAYS = 4


@dataclass(frozen=True, slots=True)
class Met:
    """One misconception or slip that showed. `ways` are things that carry it and would count towards clearing it, another kind first."""

    entry: MisconceptionEntry
    times: int
    first: str  # UTC, ISO
    last: Graded
    is_cleared: bool
    successes: int
    of_another_kind: int
    ways: tuple[tuple[Source, str], ...]


def beliefs_met(level: Level, bank: Bank, store: LearnerStore) -> list[Met]:
    """All of them, the open ones first, most often seen first."""
    graded = graded_events(level, bank, store)
    carried = carriers(level, bank)
    tags = dict.fromkeys(tag for event in graded for tag in event.shown if tag in level.misconceptions)
    rule = level.mastery.misconceptions
    found = [_met(level.misconceptions[tag], graded, carried.get(tag, ()), rule) for tag in tags]
    return sorted(found, key=lambda met: (met.is_cleared, -met.times, met.entry.id))


def _met(entry: MisconceptionEntry, graded: Sequence[Graded], carried: Collection[tuple[Source, str]], rule: MisconceptionRule) -> Met:
    showed = [event for event in graded if entry.id in event.shown]
    successes = clearing(entry.id, graded, carried)
    last = showed[-1]
    left = [key for key in carried if key not in successes and key != (last.source, last.item)]
    ways = sorted(left, key=lambda key: (key[0] is last.source, key[0] is Source.CARD, key[1]))
    return Met(
        entry,
        len(showed),
        showed[0].at,
        last,
        is_cleared(entry.id, graded, carried, rule),
        len(successes),
        sum(source is not last.source for source in successes.values()),
        tuple(ways[:MOST_WAYS]),
    )
