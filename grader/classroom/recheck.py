"""A sample of a class's results graded again under the very same keys: each has to come out the same, and one that does not is noted.

Nobody's mark moves: the first result stays, and another one is kept as a conflict, which every page tells.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence

from grader.classroom.assemble import assigned_of
from grader.classroom.plan import Wanted, assigned, planned, wanted
from grader.classroom.pooling import Job, OpenPool
from grader.classroom.run import Progress, refuse_unless_isolated, stored_result
from grader.classroom.settings import SETTINGS_NAME, ClassSettings, read_settings
from grader.content.models import Level
from grader.documents import canonical
from grader.errors import NothingToDo, UsageError
from grader.records import dataclass
from grader.results import Verdict
from grader.store.classes import ClassStore, secret_id
from grader.store.rows import ResultKey, Run


@dataclass(frozen=True, slots=True)
class Rechecked:
    """How many results were graded again, of how many, and those that came out differently: (exercise, file's sha256)."""

    count: int
    of: int
    differing: tuple[tuple[str, str], ...]


def recheck(
    store: ClassStore,
    level: Level,
    open_pool: Callable[[ClassSettings], OpenPool],
    progress: Progress,
    now: Callable[[], str],
    *,
    percent: float,
    allow_separated: bool = False,
) -> Rechecked:
    """Grade a sample of the current run again. The caller holds the run lock. UsageError where checks or machine are other ones by now."""
    run = store.current_run()
    settings = read_settings((store.kept(SETTINGS_NAME) or "").encode(), level)
    work = assigned_of(run, level)
    _refuse_other_checks(run, {each.exercise.slug: each.suite_sha256 for each in assigned(level, settings)})
    secret = store.secret(None, now())
    finished = store.finished()
    whole = [each for each in wanted(run, work, store.submissions(run.id)) if each.key in finished]
    chosen = sample(whole, percent)
    if not chosen:
        raise NothingToDo("There is nothing to grade again.", hint="grade the class first, or name a larger share")
    with open_pool(settings)([each.exercise.slug for each in work], secret) as pool:
        refuse_unless_isolated(pool.measured, allow_separated)
        here = planned(level, settings, work, pool.measured, secret_id=secret_id(secret), own=False, submissions=())
        _refuse_other_machine(run, here)
        progress.begin(len(chosen), 0)
        before = {stored.key: stored.result for stored in store.results(run)}
        differing = []
        for job, outcome in pool.run((_job(store, number, each) for number, each in enumerate(chosen)), lambda: True):
            key = chosen[int(job.key)].key
            found = stored_result(key, outcome)
            store.commit([found], now())
            progress.advance(failed=outcome.result.verdict is Verdict.BROKEN)
            if found.result != before[key]:
                differing.append((key.slug, chosen[int(job.key)].source_sha256))
    return Rechecked(len(chosen), len(whole), tuple(sorted(differing)))


def sample(whole: Sequence[Wanted], percent: float) -> list[Wanted]:
    """So many percent of the results, at least one: chosen by their keys, so that nobody picks them and the same ones come again."""
    count = min(len(whole), math.ceil(len(whole) * percent / 100))
    return sorted(whole, key=lambda each: _place(each.key))[:count]


def _place(key: ResultKey) -> str:
    return hashlib.sha256(f"{key.source_key}\0{key.slug}\0{key.suite_sha256}".encode()).hexdigest()


def _job(store: ClassStore, number: int, each: Wanted) -> Job:
    own = {module: store.source(sha256) for module, sha256 in each.own}
    return Job(str(number), each.key.slug, store.source(each.source_sha256), own)


def _refuse_other_checks(run: Run, suites: dict[str, str]) -> None:
    changed = [each.slug for each in run.exercises if suites.get(each.slug) != each.suite_sha256]
    if changed:
        raise UsageError(
            f"The checks of {changed[0]} are other ones than the class was graded with.",
            hint="grader regrade --preview shows what they change",
        )


def _refuse_other_machine(run: Run, here: Run) -> None:
    if run.facts["environment_sha256"] != here.facts["environment_sha256"]:
        then, now = run.facts["environment"], here.facts["environment"]
        names = sorted(name for name in {*then, *now} if then.get(name) != now.get(name))
        said = ", ".join(f"{name} {then.get(name)} → {now.get(name)}" for name in names) or canonical(now)
        raise UsageError(f"This is not what the class was graded with: {said}.", hint="grader regrade --preview shows what that changes")
