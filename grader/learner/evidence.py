"""Everything a learner did that counts for mastery, as one stream: checks, answers, reviews; and the parts of the rule that read it.

Pure: tuples in, parts out. What carries which misconception comes in as data.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from enum import StrEnum

from grader.content.models import CardRule, MisconceptionRule, QuizRule
from grader.learner.mastery import Part, State
from grader.records import dataclass


class Source(StrEnum):
    """What kind of work an event is; a misconception is cleared by another kind than the one it showed in."""

    CODE = "code"
    QUIZ = "quiz"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class Graded:
    """One graded event of an objective: what it was on, whether it succeeded, and the misconceptions it showed."""

    source: Source
    item: str
    objective: str
    is_success: bool
    shown: tuple[str, ...]
    at: str  # UTC, ISO: orders events of all kinds


@dataclass(frozen=True, slots=True)
class Form:
    """One finished form of a level check: how many were right, on which day, and which questions it held."""

    right: int
    of: int
    day: date
    questions: frozenset[tuple[str, int]]  # (question, draw): fresh numbers make another item


@dataclass(frozen=True, slots=True)
class Recall:
    """One review of a card: whether it was recalled, and on which study day."""

    card: str
    is_recalled: bool
    day: date


def quiz_part(forms: Sequence[Form], rule: QuizRule) -> Part:
    """Enough forms passed, on different days, with different items."""
    passed: list[Form] = []
    for form in forms:
        is_passed = form.of >= rule.questions and form.right >= rule.needed
        if is_passed and all(form.day != other.day and not form.questions & other.questions for other in passed):
            passed.append(form)
    if len(passed) >= rule.forms:
        return Part(State.MET, rule.forms, rule.forms)
    left = rule.forms - len(passed)
    days = " on another day" if passed else " on different days" if left > 1 else ""
    missing = f"{left} level check{'s' if left > 1 else ''} with {rule.needed} of {rule.questions} right{days}"
    return Part(State.PRACTISING if forms else State.NEW, len(passed), rule.forms, (missing,))


def card_part(cards: Collection[str], recalls: Sequence[Recall], rule: CardRule) -> Part:
    """The share of the cards recalled on enough different days; durable with one more such day after a while; refresh when many lapsed."""
    if not cards:
        return Part(State.MET, 0, 0)
    days: dict[str, list[date]] = {card: [] for card in cards}
    lapsed: set[str] = set()
    for recall in recalls:
        if recall.card not in days:
            continue
        lapsed.discard(recall.card)
        if recall.is_recalled:
            if recall.day not in days[recall.card]:
                days[recall.card].append(recall.day)
        elif days[recall.card]:
            lapsed.add(recall.card)
    firm = [card for card, seen in days.items() if len(seen) >= rule.sessions]
    needed = -(-len(cards) * round(rule.share * 1000) // 1000)  # rounded up, in whole thousandths
    if len(firm) < needed:
        begun = any(days.values()) or bool(recalls)
        missing = f"{needed - len(firm)} cards recalled on {rule.sessions} different days"
        return Part(State.PRACTISING if begun else State.NEW, len(firm), needed, (missing,))
    if len(lapsed) > rule.refresh_above * len(cards):
        return Part(State.REFRESH, len(firm), needed, (f"{len(lapsed)} cards that were lost again",))
    late = [card for card in firm if _is_durable(days[card], rule)]
    return Part(State.DURABLE if len(late) >= needed else State.MET, len(firm), needed)


def _is_durable(days: Sequence[date], rule: CardRule) -> bool:
    settled = sorted(days)[rule.sessions - 1]
    return any((day - settled).days >= rule.durable_after_days for day in days)


def misconception_part(graded: Sequence[Graded], carriers: Mapping[str, Collection[tuple[Source, str]]], rule: MisconceptionRule) -> Part:
    """No misconception of the last events is open: each was followed by enough successes on other items that carry it."""
    open_tags = open_misconceptions(graded, carriers, rule)
    if not open_tags:
        return Part(State.MET if graded else State.NEW, 0, 0)
    return Part(State.PRACTISING, 0, len(open_tags), tuple(sorted(open_tags)))


def open_misconceptions(
    graded: Sequence[Graded], carriers: Mapping[str, Collection[tuple[Source, str]]], rule: MisconceptionRule
) -> list[str]:
    """The misconceptions seen in the window and not cleared since, most often seen first."""
    seen: dict[str, int] = {}
    for event in graded:
        for tag in event.shown:
            seen[tag] = seen.get(tag, 0) + 1
    recent = {tag for event in graded[-rule.window_events :] for tag in event.shown}
    still = [tag for tag in recent if not is_cleared(tag, graded, carriers.get(tag, ()), rule)]
    return sorted(still, key=lambda tag: (-seen[tag], tag))


def is_cleared(tag: str, graded: Sequence[Graded], carriers: Collection[tuple[Source, str]], rule: MisconceptionRule) -> bool:
    """Whether the last time the misconception showed was followed by enough successes on other carriers, enough of another kind."""
    fired = next(event for event in reversed(graded) if tag in event.shown)
    successes = clearing(tag, graded, carriers)
    others = sum(source is not fired.source for source in successes.values())
    return len(successes) >= rule.successes and others >= rule.of_another_kind


def clearing(tag: str, graded: Sequence[Graded], carriers: Collection[tuple[Source, str]]) -> dict[tuple[Source, str], Source]:
    """What was done right since the misconception showed last, among other things that carry it; each once."""
    last = max(index for index, event in enumerate(graded) if tag in event.shown)
    fired = graded[last]
    successes: dict[tuple[Source, str], Source] = {}
    for event in graded[last + 1 :]:
        key = (event.source, event.item)
        if event.is_success and key in carriers and key != (fired.source, fired.item):
            successes[key] = event.source
    return successes


def insistent(graded: Iterable[Graded], rule: MisconceptionRule) -> list[str]:
    """Misconceptions that fired so often that their correction is shown beside the learner's own output."""
    counts: dict[str, int] = {}
    for event in graded:
        for tag in event.shown:
            counts[tag] = counts.get(tag, 0) + 1
    return sorted(tag for tag, count in counts.items() if count >= rule.correction_after)
