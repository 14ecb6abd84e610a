"""What the learner did with each exercise, as a projection of the event log: attempts, passes, hints, misconceptions met.

Pure: events in, standings out. Writing events is `record_…`; reading them back is `standings`. Knows no clock: moments come in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from datetime import date
from enum import StrEnum

from grader.content.models import Exercise
from grader.records import dataclass
from grader.results import Outcome, Verdict
from grader.store.learner_rows import Event
from grader.store.moment import Moment

REDO_AFTER_DAYS = 2


class Kind(StrEnum):
    """The kinds of events about exercises."""

    CHECK = "check"
    HINT = "hint"
    GAVE_UP = "gave_up"
    SOLUTION_SEEN = "solution_seen"
    RESET = "reset"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a learner stands with one exercise. `hint_level` is the highest one seen since the last blank start."""

    slug: str
    attempts: int = 0
    passed_on: date | None = None
    passed_content: str = ""  # hash of the exercise's suite at the last pass
    is_evidence: bool = False  # passed without a hint that ends its value as evidence
    hint_level: int = 0
    nudged: tuple[str, ...] = ()  # misconceptions whose nudge was shown
    gave_up_on: date | None = None
    checks_passed: int = 0
    checks_total: int = 0
    last_failing: tuple[str, ...] = ()
    last_verdict: str = ""
    misconceptions: tuple[str, ...] = ()  # diagnosed at the last attempt
    misconception_days: Mapping[str, date] = field(default_factory=dict)

    @property
    def is_passed(self) -> bool:
        """Whether it was ever passed."""
        return self.passed_on is not None

    @property
    def is_unwritten(self) -> bool:
        """Whether the last check met the stub: that is no mistake."""
        return self.last_verdict == Verdict.TODO.value

    def redo_is_due(self, today: date) -> bool:
        """Whether a solution that was given away should be written again from a blank stub by now."""
        if self.gave_up_on is None or (self.passed_on is not None and self.is_evidence):
            return False
        return (today - self.gave_up_on).days >= REDO_AFTER_DAYS


def checked(exercise: Exercise, outcome: Outcome, source: bytes, content: str, moment: Moment) -> Event:
    """The event of one check."""
    checks = outcome.result.checks
    data = {
        "verdict": outcome.result.verdict.value,
        "passed": sum(check.verdict is Verdict.PASSED for check in checks),
        "total": len(checks),
        "failing": [check.name for check in checks if check.verdict is not Verdict.PASSED],
        "misconceptions": [found.id for found in outcome.result.misconceptions],
        "sha256": hashlib.sha256(source).hexdigest(),
    }
    return Event(Kind.CHECK, exercise.slug, data, moment, content)


def hinted(slug: str, level: int, misconception: str, moment: Moment) -> Event:
    """The event of a hint that was shown; `misconception` names the nudge, or is ""."""
    return Event(Kind.HINT, slug, {"level": level, "misconception": misconception}, moment)


def standings(slugs: Iterable[str], events: Sequence[Event], evidence_below_hint: int, again_after_days: int) -> dict[str, Standing]:
    """The standing of each exercise after all events, in the order in which they happened."""
    found = {slug: Standing(slug) for slug in slugs}
    for event in events:
        if event.subject in found:
            found[event.subject] = _after(found[event.subject], event, evidence_below_hint, again_after_days)
    return found


def _after(standing: Standing, event: Event, evidence_below_hint: int, again_after_days: int) -> Standing:
    day = event.moment.study_day
    if event.kind == Kind.CHECK:
        return _after_check(standing, event, day, evidence_below_hint, again_after_days)
    if event.kind == Kind.HINT:
        nudge = str(event.data.get("misconception") or "")
        level = max(standing.hint_level, _whole(event.data.get("level")))
        return replace(standing, hint_level=level, nudged=(*standing.nudged, nudge) if nudge else standing.nudged)
    if event.kind == Kind.GAVE_UP:
        return replace(standing, gave_up_on=day, hint_level=max(standing.hint_level, evidence_below_hint))
    return standing


def _after_check(standing: Standing, event: Event, day: date, evidence_below_hint: int, again_after_days: int) -> Standing:
    tags = tuple(str(tag) for tag in _list(event.data.get("misconceptions")))
    days = {**standing.misconception_days, **dict.fromkeys(tags, day)}
    failing = tuple(str(name) for name in _list(event.data.get("failing")))
    after = replace(
        standing,
        attempts=standing.attempts + 1,
        checks_passed=_whole(event.data.get("passed")),
        checks_total=_whole(event.data.get("total")),
        last_failing=failing,
        last_verdict=str(event.data.get("verdict", "")),
        misconceptions=tags,
        misconception_days=days,
    )
    if event.data.get("verdict") != Verdict.PASSED.value:
        return after
    helped_on = standing.gave_up_on or (standing.passed_on if not standing.is_evidence else None)
    is_again = helped_on is not None and (day - helped_on).days >= again_after_days
    is_evidence = standing.is_evidence or standing.hint_level < evidence_below_hint or is_again
    return replace(after, passed_on=day, passed_content=event.content, is_evidence=is_evidence)


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
