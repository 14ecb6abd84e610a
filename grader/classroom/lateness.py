"""How late work is, and what that takes off its mark: pure arithmetic on moments and percent.

    late: {take: linear, per_day: 10, grace_minutes: 15, at_most: 50, slip_days: 3, slip_days_used: {s003: 1}}
    late: {take: steps, steps: [{after_hours: 0, percent: 10}, {after_hours: 48, percent: 50}]}
    late: {take: all, after_hours: 72}

Lateness is measured from the moment work came in, which is stored once: grading again never moves it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import field
from datetime import datetime, timedelta
from enum import StrEnum

from grader.documents import Json
from grader.records import dataclass

DAY_S = 86_400


class Taking(StrEnum):
    """How a deduction grows."""

    NOTHING = "nothing"
    LINEAR = "linear"
    STEPS = "steps"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class LatePolicy:
    """What being late costs. Percent are of the mark; `floor` is the percent of the mark that always stays."""

    take: Taking = Taking.NOTHING
    grace_s: int = 0
    per_day: float = 0.0
    steps: tuple[tuple[float, float], ...] = ()  # (after so many seconds, percent), ascending
    at_most: float = 100.0
    floor: float = 0.0
    after_s: int = 0
    slip_days: int = 0
    slip_days_used: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lateness:
    """One submission's lateness. `seconds` is None when no moment is known; `is_late` None when not even a mark is."""

    is_late: bool | None = None
    seconds: int | None = None
    slip_days: int = 0
    percent: float = 0.0  # taken off the mark


def lateness(key: str, submitted_at: str, due: str, marked_late: bool, policy: LatePolicy) -> Lateness:
    """How late a submission is and what that takes; a mark of the system it came from counts where no moment is known."""
    if not submitted_at or not due:
        return Lateness(True if marked_late else None)
    seconds = max(0, math.ceil((datetime.fromisoformat(submitted_at) - datetime.fromisoformat(due)).total_seconds()))
    if seconds <= policy.grace_s:
        return Lateness(False, seconds)
    budget = max(0, policy.slip_days - policy.slip_days_used.get(key, 0))
    spent = min(budget, math.ceil(seconds / DAY_S))
    return Lateness(True, seconds, spent, percent_taken(seconds - spent * DAY_S, policy))


def together(lates: Iterable[Lateness]) -> Lateness:
    """How late a submission is as a whole: as its latest exercise. What is taken off is decided exercise by exercise."""
    return max(lates, key=lambda each: (each.seconds or 0, each.is_late is True, each.is_late is False))


def moment(submitted_at: str, seen_at: str, absent_at: str, due: str, policy: LatePolicy) -> str:
    """When work came in. Where nobody says, what snapshots prove about one deadline: in time, or at least so late; else "".

    A snapshot at the end of the grace is the fair one: work that it lacks is late, and nobody is charged for more than is proved.
    """
    if submitted_at or not seen_at or not due:
        return submitted_at
    deadline = datetime.fromisoformat(due)
    if datetime.fromisoformat(seen_at) <= deadline + timedelta(seconds=policy.grace_s):
        return seen_at
    if absent_at and datetime.fromisoformat(absent_at) >= deadline:
        return (datetime.fromisoformat(absent_at) + timedelta(seconds=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    return ""


def percent_taken(seconds: int, policy: LatePolicy) -> float:
    """What so many seconds take off a mark, in percent: within the cap, and never into the floor."""
    if seconds <= 0 or policy.take is Taking.NOTHING:
        return 0.0
    if policy.take is Taking.LINEAR:
        raw = policy.per_day * math.ceil(seconds / DAY_S)
    elif policy.take is Taking.STEPS:
        raw = max((percent for after, percent in policy.steps if seconds > after), default=0.0)
    else:
        raw = 100.0 if seconds > policy.after_s else 0.0
    return max(0.0, min(raw, policy.at_most, 100.0 - policy.floor))


def policy_json(policy: LatePolicy) -> Json | None:
    """A policy as the facts of a run hold it; None for the one that takes nothing and forgives nothing."""
    if policy == LatePolicy():
        return None
    return {
        "take": policy.take.value,
        "grace_s": policy.grace_s,
        "per_day": policy.per_day,
        "steps": [list(step) for step in policy.steps],
        "at_most": policy.at_most,
        "floor": policy.floor,
        "after_s": policy.after_s,
        "slip_days": policy.slip_days,
        "slip_days_used": dict(sorted(policy.slip_days_used.items())),
    }


def policy_from_json(data: Json | None) -> LatePolicy:
    """What `policy_json` wrote."""
    if data is None:
        return LatePolicy()
    return LatePolicy(**{**data, "take": Taking(data["take"]), "steps": tuple((after, percent) for after, percent in data["steps"])})
