"""A learner's desk: their folder, their memory and the level together. What the CLI calls, the web app calls too.

Every accepted event is on disk before anything is shown. Knows no terminal; `now` comes in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date, datetime
from types import TracebackType

from grader.content.hashes import suite_hash
from grader.content.models import Exercise, Level, Role
from grader.learner import backups
from grader.learner.cases import save_case
from grader.learner.checking import Checked, CheckSession
from grader.learner.folder import LearnerFolder, find_folder
from grader.learner.hints import Hint, next_hint
from grader.learner.history import Kind, Standing, checked, hinted, standings
from grader.records import dataclass
from grader.results import Verdict
from grader.store.learner import LearnerStore
from grader.store.learner_rows import Event
from grader.store.moment import moment
from grader.store.seen import seen_events


@dataclass(frozen=True, slots=True)
class Change:
    """What a check changed since the one before: names of checks that pass now, and of those that no longer do."""

    fixed: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Noted:
    """A check that is in the log, with what it changed; None at the first attempt."""

    checked: Checked
    change: Change | None


class Desk(AbstractContextManager["Desk"]):
    """Opens the store of the folder it is given (default: the one around here)."""

    def __init__(self, level: Level, folder: LearnerFolder | None = None) -> None:
        self.level = level
        self.folder = folder or find_folder()
        self.store = LearnerStore(self.folder.state)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.store.close()

    def standings(self) -> dict[str, Standing]:
        """Where the learner stands with every exercise."""
        rule = self.level.mastery.code
        slugs = [exercise.slug for exercise in self.level.exercises]
        return standings(slugs, self.store.events(*Kind), rule.evidence_below_hint, rule.again_after_days)

    def check(self, session: CheckSession, exercises: Sequence[Exercise], now: datetime) -> Iterator[Noted]:
        """Check and note down; each outcome as it is ready."""
        before = self.standings()
        for result in session.check(exercises):
            self.note(result, now)
            yield Noted(result, _change(before[result.exercise.slug], result))

    def note(self, result: Checked, now: datetime) -> None:
        """Note a check down. The event first: what cannot be kept beside it, on a full disk, costs only the case."""
        if result.outcome.result.verdict in (Verdict.MISSING, Verdict.BROKEN):
            return  # no attempt of the learner's
        when = moment(now)
        content = suite_hash(result.exercise)
        seen = seen_events([found.id for found in result.outcome.result.misconceptions], when, source="check", subject=result.exercise.slug)
        self.store.add_events([checked(result.exercise, result.outcome, result.source, content, when), *seen])
        save_case(self.folder, result.exercise, result.outcome)

    def hint(self, exercise: Exercise, now: datetime) -> Hint:
        """The next hint, noted down before it is shown."""
        hint = next_hint(exercise, self.standings()[exercise.slug], self.level.misconceptions)
        self.store.add_event(hinted(exercise.slug, hint.level, hint.misconception, moment(now)))
        return hint

    def give_up(self, exercise: Exercise, now: datetime) -> None:
        """Note that the solution was asked for before a pass; a redo from a blank stub is due some days later."""
        self.store.add_event(Event(Kind.GAVE_UP, exercise.slug, {}, moment(now)))

    def reset(self, exercise: Exercise, now: datetime) -> backups.Restored:
        """Put the stub back; the learner's file is kept as a copy."""
        done = backups.reset(self.folder, exercise)
        self.store.add_event(Event(Kind.RESET, exercise.slug, {}, moment(now)))
        return done

    def undo(self, exercise: Exercise, now: datetime) -> backups.Restored:
        """Bring the newest copy back."""
        done = backups.undo(self.folder, exercise)
        self.store.add_event(Event(Kind.UNDO, exercise.slug, {}, moment(now)))
        return done

    def next_exercise(self, today: date) -> Exercise | None:
        """What to do next: a redo that is due, else the first exercise that is ready, stretches last; None when all are passed."""
        found = self.standings()
        for exercise in self.level.exercises:
            if found[exercise.slug].redo_is_due(today):
                return exercise
        left = [exercise for exercise in self.level.exercises if not found[exercise.slug].is_passed]
        ready = [exercise for exercise in left if all(found[need].is_passed for need in exercise.needs)]
        core = [exercise for exercise in ready if exercise.role is not Role.STRETCH]
        return next(iter(core or ready or left), None)

    def at_hand(self, today: date) -> Exercise | None:
        """What the learner is at: the exercise checked last while it does not pass, else the one that comes next."""
        events = self.store.events(Kind.CHECK)
        by_slug = {exercise.slug: exercise for exercise in self.level.exercises}
        if events and events[-1].subject in by_slug and events[-1].data.get("verdict") != Verdict.PASSED.value:
            return by_slug[events[-1].subject]
        return self.next_exercise(today)

    def changed_since_pass(self, found: Mapping[str, Standing]) -> list[Exercise]:
        """Passed exercises whose checks or texts have changed since: progress is kept, and this is said."""
        return [
            exercise
            for exercise in self.level.exercises
            if found[exercise.slug].is_passed and found[exercise.slug].passed_content != suite_hash(exercise)
        ]


def _change(before: Standing, result: Checked) -> Change | None:
    if not before.attempts or result.outcome.result.verdict is Verdict.MISSING:
        return None
    names = {check.name for check in result.outcome.result.checks}
    untold = (Verdict.PASSED, Verdict.NOT_RUN, Verdict.TODO)
    failing = {check.name for check in result.outcome.result.checks if check.verdict not in untold}
    names -= {check.name for check in result.outcome.result.checks if check.verdict in untold[1:]}
    fixed = tuple(name for name in before.last_failing if name in names - failing)
    return Change(fixed, tuple(sorted(failing - set(before.last_failing))))
