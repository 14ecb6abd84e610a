"""The rule of mastery: one pure function over what was done, with thresholds from level.yaml.

An objective is met when code, quiz, cards and misconceptions all hold (CURRICULUM 6.2 as configuration). Each part says what is
missing. Points at home shrink with hints; points of a class never look at hints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from grader.content.models import CodeRule, Exercise, Objective, Role
from grader.learner.history import Standing
from grader.records import dataclass


class State(StrEnum):
    """How far one part, or a whole objective, is."""

    NEW = "new"
    PRACTISING = "practising"
    MET = "met"
    DURABLE = "durable"
    REFRESH = "refresh"


class Track(StrEnum):
    """Which column of the rule a learner works in."""

    FOUNDATION = "foundation"
    CORE = "core"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the rule: its state, how much is there, and what is missing, in words."""

    state: State
    done: int
    needed: int
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectiveMastery:
    """An objective's parts by name (code, quiz, cards, misconceptions) and the state of the whole."""

    objective_id: str
    state: State
    parts: Mapping[str, Part]


def code_part(objective: Objective, standings: Mapping[str, Standing], rule: CodeRule, track: Track = Track.CORE) -> Part:
    """Every exercise of the column passes; the anchor was passed without a hint that ends its value as evidence."""
    column = exercises_of(objective, track)
    anchor = anchor_of(objective, track)
    passed = [exercise for exercise in column if standings[exercise.slug].is_passed]
    needed = min(len(column), _needed(objective, column, track))
    missing = tuple(exercise.slug for exercise in column if exercise not in passed)
    is_met = len(passed) >= needed
    if is_met:
        missing = ()
    if is_met and anchor is not None and standings[anchor.slug].is_passed and not standings[anchor.slug].is_evidence:
        is_met = False
        missing = (f"{anchor.slug} again from a blank stub, {rule.again_after_days} day or more after the hint that gave it away",)
    has_begun = any(standings[exercise.slug].attempts for exercise in objective.exercises)
    state = State.MET if is_met else State.PRACTISING if has_begun else State.NEW
    return Part(state, min(len(passed), needed), needed, missing)


def exercises_of(objective: Objective, track: Track) -> tuple[Exercise, ...]:
    """The exercises of a column; core holds the foundation's too."""
    roles = {Role.FOUNDATION} if track is Track.FOUNDATION else {Role.FOUNDATION, Role.CORE, Role.ANCHOR}
    return tuple(exercise for exercise in objective.exercises if exercise.role in roles)


def anchor_of(objective: Objective, track: Track) -> Exercise | None:
    """The exercise that has to be passed unaided: the anchor, or the last one of the foundation column."""
    column = exercises_of(objective, track)
    anchors = [exercise for exercise in column if exercise.role is Role.ANCHOR]
    return anchors[0] if anchors else (column[-1] if column else None)


def _needed(objective: Objective, column: Sequence[Exercise], track: Track) -> int:
    """All of the column, or for a badge as many core exercises as it asks for and the foundation."""
    if track is Track.FOUNDATION or not objective.core_needed:
        return len(column)
    foundation = sum(exercise.role is Role.FOUNDATION for exercise in column)
    return foundation + objective.core_needed


def home_points(exercise: Exercise, points: float, standing: Standing, rule: CodeRule) -> float:
    """What a learner shows for an exercise at home: full points, less after hints."""
    factor = rule.hint_factors[min(standing.hint_level, len(rule.hint_factors) - 1)]
    return round(points * factor, 4)


def combined(objective_id: str, parts: Mapping[str, Part]) -> ObjectiveMastery:
    """The state of the whole: met when every part is; refresh when any says so; durable when the cards are and the rest is met."""
    states = [part.state for part in parts.values()]
    if State.REFRESH in states:
        state = State.REFRESH
    elif all(part in (State.MET, State.DURABLE) for part in states):
        state = State.DURABLE if State.DURABLE in states else State.MET
    elif all(part is State.NEW for part in states):
        state = State.NEW
    else:
        state = State.PRACTISING
    return ObjectiveMastery(objective_id, state, dict(parts))
