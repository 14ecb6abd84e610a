"""A class run: asks the pool for what the store lacks, commits as it comes; alone, or sharing the work with others at the same store.

Killed at any point, the same command goes on where it stopped: everything that decides what is left is in the store. Knows no terminal.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from grader.classroom.interrupts import Interrupts
from grader.classroom.plan import Assigned, Measured, Wanted, planned, wanted
from grader.classroom.pooling import NEEDED, Grading, Job, OpenPool
from grader.classroom.settings import Attempts, ClassSettings
from grader.classroom.shards import KEPT_SHARD, Shard
from grader.classroom.sharing import PAUSE_S, Share
from grader.content.models import Level
from grader.documents import canonical, evidence_json, result_json
from grader.errors import IsolationUnavailable, StoreBusy
from grader.records import dataclass
from grader.results import IsolationLevel, Outcome, Verdict
from grader.store.claims import Crew
from grader.store.classes import ClassStore, secret_id
from grader.store.rows import NewSubmission, ResultKey, Run, StoredResult, StoredSubmission
from grader.store.runlock import Owner

COMMIT_EVERY_S = 0.2
COMMIT_AT_MOST = 16


class Progress(Protocol):
    """Told how far a run is. All calls come from the coordinator's own thread."""

    def begin(self, total: int, done_before: int) -> None:
        """`total` results are to be graded now; `done_before` were in the store already."""
        ...

    def advance(self, *, failed: bool) -> None:
        """One more is graded; `failed`: through our own fault."""
        ...

    def notice(self, sentence: str) -> None:
        """Something the instructor should read."""
        ...


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What is to be graded and how. `secret` is None for the class's own; `shard` narrows the run down to a share of its results."""

    level: Level
    settings: ClassSettings
    work: tuple[Assigned, ...]
    submissions: tuple[NewSubmission, ...]
    own: bool = False
    allow_separated: bool = False
    secret: bytes | None = None
    shard: Shard | None = None


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """How a run ended: what it graded now, what was in the store before or came from elsewhere, and whether it was interrupted."""

    run: Run
    graded: int
    done_before: int
    is_interrupted: bool


class Team(Crew, Protocol):
    """Those who share a class folder: the run lock."""

    @property
    def leads(self) -> bool:
        """Whether this process is the coordinator."""
        ...

    def take_over(self) -> bool:
        """Become the coordinator where nobody is."""
        ...

    def note_run(self, run: str) -> None:
        """Let others know which run is graded."""
        ...

    def owner(self) -> Owner | None:
        """Who coordinates."""
        ...


def grade_class(
    store: ClassStore,
    request: RunRequest,
    open_pool: OpenPool,
    progress: Progress,
    now: Callable[[], str],
    team: Team,
    begin: Callable[[], None] = lambda: None,
) -> RunOutcome:
    """Grade what the store lacks, or one's share of it. Only the coordinator calls `begin` and notes the run; who joins does what it noted.

    Raises IsolationUnavailable when the machine may not grade a class, StoreBusy when another run than this one is being graded.
    """
    secret = store.secret(request.secret, now())
    interrupts = Interrupts(lambda: progress.notice("Finishing what has begun; press Ctrl-C again to stop at once."))
    with interrupts, open_pool([each.exercise.slug for each in request.work], secret) as pool:
        refuse_unless_isolated(pool.measured, request.allow_separated)
        submissions = _without_hostile(request, pool.measured)
        earlier = earlier_attempts(store, request.settings, submissions)
        run = planned(
            request.level,
            request.settings,
            request.work,
            pool.measured,
            secret_id=secret_id(secret),
            own=request.own,
            submissions=submissions,
            earlier=earlier,
        )
        if not joins(team, run.id, interrupts):
            begin()
            store.start_run(run, submissions, now(), [each.id for each in earlier])
            team.note_run(run.id)
        needed = list(wanted(run, request.work, store.each_submission(run.id)))
        if request.shard is not None:
            needed = request.shard.of(needed)
        store.keep(KEPT_SHARD, str(request.shard or ""))
        finished = store.finished()
        missing = [each for each in by_exercise(needed, request.work) if each.key not in finished]
        progress.begin(len(missing), len(needed) - len(missing))
        graded, left = grade_missing(store, pool, missing, interrupts, progress, now, team)
    if not left and request.shard is None:
        store.finish_run(run.id, now())
    return RunOutcome(run, graded, len(needed) - graded - left, left > 0)


def by_exercise(needed: Sequence[Wanted], work: Sequence[Assigned]) -> list[Wanted]:
    """One exercise after the other: a grading process has to have the cases of few ready, and knows what is slow for one."""
    place = {each.exercise.slug: number for number, each in enumerate(work)}
    return sorted(needed, key=lambda each: place[each.key.slug])


def earlier_attempts(store: ClassStore, settings: ClassSettings, submissions: Sequence[NewSubmission]) -> list[StoredSubmission]:
    """What learners handed in before and may count, where not simply the latest does; nothing of those who are left out."""
    if settings.attempts is Attempts.LATEST:
        return []
    now = {(each.key, each.sha256) for each in submissions}
    return [each for each in store.attempts(each.key for each in submissions if not each.skipped) if (each.key, each.sha256) not in now]


def joins(team: Team, run_id: str, interrupts: Interrupts) -> bool:
    """Whether the coordinator is another process, which grades the same run; waits until it says so. StoreBusy when it grades another."""
    while not team.take_over():
        if interrupts.is_asked:
            raise KeyboardInterrupt
        owner = team.owner()
        if owner is not None and owner.run == run_id:
            return True
        if owner is not None and owner.run:
            raise StoreBusy(
                f"The class is being graded by {owner.sentence()}, and not the same: --join needs the same submissions, class.yaml, "
                "options and program.",
                hint="repeat its command with --join added, or wait until it is done",
            )
        time.sleep(PAUSE_S)
    return False


def grade_missing(
    store: ClassStore,
    pool: Grading,
    missing: Sequence[Wanted],
    interrupts: Interrupts,
    progress: Progress,
    now: Callable[[], str],
    crew: Crew,
) -> tuple[int, int]:
    """Grade the missing results that nobody else does and commit them in small batches: how many were, and how many are left."""
    batch = _Batch(store, now)
    with Share(store, missing, crew, lambda: progress.advance(failed=False)) as share:
        keys: dict[str, ResultKey] = {}

        def jobs() -> Iterator[Job]:
            for each in share.claimed():
                if interrupts.is_asked:
                    return
                own = {module: store.source(sha256) for module, sha256 in each.own}
                name = str(len(keys))
                keys[name] = each.key
                yield Job(name, each.key.slug, store.source(each.source_sha256), own)
            batch.at_once = True  # nothing new comes, and what is still out may be slow

        try:
            with contextlib.suppress(KeyboardInterrupt):  # asked twice: leaving the pool kills what is running
                while True:
                    for job, outcome in pool.run(jobs(), lambda: not interrupts.is_asked):
                        batch.add(stored_result(keys[job.key], outcome))
                        share.done()
                        progress.advance(failed=outcome.result.verdict is Verdict.BROKEN)
                    batch.flush()
                    batch.at_once = False
                    if interrupts.is_asked or not share.waits():
                        break
        finally:
            batch.flush()
    return batch.committed, share.left


class _Batch:
    """Results on their way to the store: a crash loses at most a few, which are then graded again."""

    def __init__(self, store: ClassStore, now: Callable[[], str]) -> None:
        self._store = store
        self._now = now
        self._waiting: list[StoredResult] = []
        self._last = 0.0
        self.at_once = False
        self.committed = 0

    def add(self, result: StoredResult) -> None:
        self._waiting.append(result)
        if self.at_once or len(self._waiting) >= COMMIT_AT_MOST or time.monotonic() - self._last >= COMMIT_EVERY_S:
            self.flush()

    def flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        if waiting:
            self._store.commit(waiting, self._now())
            self.committed += len(waiting)
        self._last = time.monotonic()


def stored_result(key: ResultKey, outcome: Outcome) -> StoredResult:
    """A graded exercise as a row. Where the file lay in the submission is no part of it: equal files share one result."""
    result = replace(outcome.result, source_path="")
    return StoredResult(key, result.verdict.value, canonical(result_json(result)), canonical(evidence_json(outcome.evidence)))


def refuse_unless_isolated(measured: Measured, allow_separated: bool) -> None:
    """IsolationUnavailable where learner code is not kept far enough away to grade a class."""
    level = measured.isolation
    if level.is_at_least(NEEDED) or (allow_separated and level is IsolationLevel.SEPARATED):
        return
    raise IsolationUnavailable(
        f"This machine isolates learner code only at the level `{level.value}`; grading a class needs `{NEEDED.value}`.",
        hint="run `grader doctor` to see what is missing; or accept the risk with --isolation separated, which every page will then say",
    )


def _without_hostile(request: RunRequest, measured: Measured) -> tuple[NewSubmission, ...]:
    """The submissions, those marked hostile left out where learner code is not contained."""
    if measured.isolation.is_at_least(NEEDED):
        return request.submissions
    reason = f"Marked hostile in class.yaml, and this machine isolates learner code only at the level `{measured.isolation.value}`."
    hostile = request.settings.hostile
    return tuple(replace(each, skipped=reason) if each.key in hostile else each for each in request.submissions)
