"""A regrade: stored work graded again into a candidate run beside the current one; who would change, by how much and why; then all or none.

Nothing is taken in again: work, moments and attempts come from the store, so lateness cannot move. Every run stays in the store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from grader.classroom.assemble import GradedClass, graded_run
from grader.classroom.groups import refuse_new_groups
from grader.classroom.interrupts import Interrupts
from grader.classroom.people import people_of
from grader.classroom.plan import assigned, planned, wanted
from grader.classroom.pooling import OpenPool
from grader.classroom.rollcall import with_extensions
from grader.classroom.roster import reconcile
from grader.classroom.run import Progress, Team, grade_missing, refuse_unless_isolated
from grader.classroom.settings import SETTINGS_NAME, Attempts, ClassSettings, read_settings
from grader.content.models import Level
from grader.documents import MarkedExercise, MarkedSubmission
from grader.errors import NothingToDo, UsageError
from grader.records import dataclass
from grader.store.classes import ClassStore, secret_id
from grader.store.rows import NewSubmission, Run, StoredSubmission

ONLY = "only"  # kept by `grade`: the exercises that --only named
CHECKS = "checks"  # kept by `grade`: the folder of the instructor's own checks, or ""
BASE = "the run that the candidate was compared with"


@dataclass(frozen=True, slots=True)
class Change:
    """One exercise of one learner that would change, or with `slug` "" what being late takes off the whole mark."""

    key: str
    slug: str
    before: float | None
    after: float | None
    why: tuple[str, ...]

    @property
    def by(self) -> float:
        """Points won or lost; a blank counts as none."""
        return round((self.after or 0.0) - (self.before or 0.0), 4)


@dataclass(frozen=True, slots=True)
class Differences:
    """What applying a candidate would do. Counts are of learners, by their final marks."""

    changes: tuple[Change, ...]
    up: int
    down: int
    same: int


@dataclass(frozen=True, slots=True)
class Regraded:
    """A finished candidate and what it would change; None when it was interrupted."""

    run: Run
    graded: int
    differences: Differences | None


def regrade_class(
    store: ClassStore,
    level: Level,
    open_pool: Callable[[ClassSettings], OpenPool],
    progress: Progress,
    now: Callable[[], str],
    team: Team,
    *,
    settings_text: str | None = None,
    checks: Path | None = None,
    allow_separated: bool = False,
) -> Regraded:
    """Grade the current run's submissions again under the level as it is now. The caller holds the run lock.

    `checks` is the folder that the level has its own checks from; applying the regrade keeps it with the settings.
    """
    current = store.current_run()
    settings = read_settings((settings_text if settings_text is not None else store.kept(SETTINGS_NAME) or "").encode(), level)
    stored = _that_may_count(store, settings, store.submissions(current.id))
    refuse_new_groups((each.key for each in stored), settings.groups)
    people = reconcile([each.key for each in stored], people_of(store)).people
    settings = with_extensions(settings, people)
    work = assigned(level, settings, _only(store, settings))
    secret = store.secret(None, now())
    interrupts = Interrupts(lambda: progress.notice("Finishing what has begun; press Ctrl-C again to stop at once."))
    with interrupts, open_pool(settings)([each.exercise.slug for each in work], secret) as pool:
        refuse_unless_isolated(pool.measured, allow_separated)
        own = bool(current.facts["policy"]["own"])
        run = planned(
            level,
            settings,
            work,
            pool.measured,
            secret_id=secret_id(secret),
            own=own,
            submissions=_as_new(stored),
            earlier=[each for each in stored if not each.is_latest],
        )
        store.start_candidate(run, stored, now())
        team.note_run(run.id)
        store.keep(BASE, current.id)
        needed = list(wanted(run, work, store.submissions(run.id)))
        finished = store.finished()
        missing = [each for each in needed if each.key not in finished]
        progress.begin(len(missing), len(needed) - len(missing))
        graded, left = grade_missing(store, pool, missing, interrupts, progress, now, team)
    if left:
        return Regraded(run, graded, None)
    store.finish_run(run.id, now())
    if settings_text is not None:
        store.keep(f"{SETTINGS_NAME} of {run.id}", settings_text)
    store.keep(f"{CHECKS} of {run.id}", kept_checks(checks))
    return Regraded(run, graded, differences(graded_run(store, level, current), graded_run(store, level, run)))


def kept_checks(checks: Path | None) -> str:
    """A folder of checks as a store keeps it."""
    return "" if checks is None else str(checks.resolve())


def checks_of(store: ClassStore) -> Path | None:
    """The instructor's own checks that the class was graded with. UsageError when they are no longer where they were."""
    text = store.kept(CHECKS) or ""
    if text and not Path(text).is_dir():
        raise UsageError(
            f"This class was graded with the checks in `{text}`, which is gone.",
            hint="name where they are now with --checks DIR; or --checks none for our own",
        )
    return Path(text) if text else None


def _only(store: ClassStore, settings: ClassSettings) -> tuple[str, ...]:
    """What `--only` narrowed the class down to, of what is assigned; empty for all."""
    return tuple(slug for slug in (store.kept(ONLY) or "").split() if slug in settings.slugs)


def _that_may_count(store: ClassStore, settings: ClassSettings, stored: Sequence[StoredSubmission]) -> list[StoredSubmission]:
    """The latest of everyone, and all older attempts where those may count."""
    latest = [each for each in stored if each.is_latest]
    if settings.attempts is Attempts.LATEST:
        return latest
    known = {each.id for each in latest}
    return sorted(
        [*latest, *(each for each in store.attempts(each.key for each in latest if not each.skipped) if each.id not in known)],
        key=lambda each: (each.key, each.attempt),
    )


def _as_new(stored: Iterable[StoredSubmission]) -> list[NewSubmission]:
    """Stored submissions as a plan counts them: by key, work and reason left out."""
    return [NewSubmission(each.key, each.name, each.sha256, (), skipped=each.skipped) for each in stored if each.is_latest]


def differences(before: GradedClass, after: GradedClass) -> Differences:
    """Exactly what would change, learner by learner, exercise by exercise."""
    new = {each.key: each for each in after.submissions}
    changes: list[Change] = []
    up = down = same = 0
    for old in before.submissions:
        other = new.get(old.key)
        if other is None:
            continue
        changes += _changes(old, other)
        one, two = old.final_points or 0.0, other.final_points or 0.0
        up, down, same = up + (two > one), down + (two < one), same + (two == one)
    return Differences(tuple(changes), up, down, same)


def _changes(old: MarkedSubmission, new: MarkedSubmission) -> Iterable[Change]:
    olds = {marked.result.slug: marked for marked in old.exercises}
    news = {marked.result.slug: marked for marked in new.exercises}
    for slug in [*olds, *(slug for slug in news if slug not in olds)]:
        before, after = olds.get(slug), news.get(slug)
        one, two = before.points if before else None, after.points if after else None
        worth = (before.result.max_points if before else None, after.result.max_points if after else None)
        if one != two or worth[0] != worth[1]:
            yield Change(old.key, slug, one, two, (*_other_attempt(old, new), *_why(before, after)))
    if old.late_percent != new.late_percent:
        why = f"being late takes {new.late_percent:g} % instead of {old.late_percent:g} %"
        yield Change(old.key, "", old.final_points, new.final_points, (why,))


def _other_attempt(old: MarkedSubmission, new: MarkedSubmission) -> Iterable[str]:
    if old.attempt != new.attempt:
        yield f"attempt {new.attempt} counts instead of attempt {old.attempt}"


def _why(before: MarkedExercise | None, after: MarkedExercise | None) -> Iterable[str]:
    """The checks that flipped, and what an exercise is worth where that changed."""
    if before is None or after is None:
        yield "is assigned now" if before is None else "is no longer assigned"
        return
    if before.result.max_points != after.result.max_points:
        yield f"worth {after.result.max_points:g} instead of {before.result.max_points:g}"
    olds = {check.name: check for check in before.result.checks}
    for check in after.result.checks:
        was = olds.get(check.name)
        if was is None:
            yield f"new check: {check.sentence} {check.verdict.value}"
        elif was.verdict is not check.verdict:
            yield f"{check.sentence} {was.verdict.value} → {check.verdict.value}"
    gone = olds.keys() - {check.name for check in after.result.checks}
    yield from (f"check gone: {olds[name].sentence}" for name in sorted(gone))
    if before.result.verdict is not after.result.verdict and not after.result.checks:
        yield f"{before.result.verdict.value} → {after.result.verdict.value}"


def decide(store: ClassStore, *, applies: bool, now: str) -> Run:
    """Apply or drop the candidate as a whole. NothingToDo when there is none, or when it is not finished."""
    run = store.candidate_run()
    if run is None:
        raise NothingToDo("There is no regrade to decide on.", hint="make one: grader regrade --preview")
    if applies and not run.finished_at:
        raise NothingToDo("The regrade was interrupted and is not finished.", hint="grader regrade --preview goes on with it")
    if applies and store.kept(BASE) != store.current_run().id:
        raise NothingToDo(
            "The class was graded again since the preview, so its marks would be of older work.", hint="grader regrade --preview, once more"
        )
    text, checks = (store.kept(f"{name} of {run.id}") for name in (SETTINGS_NAME, CHECKS))
    store.decide_candidate(run.id, applies=applies, now=now)
    if applies and text is not None:
        store.keep(SETTINGS_NAME, text)
    if applies and checks is not None:
        store.keep(CHECKS, checks)
    return run
