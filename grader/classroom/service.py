"""`grade` in one call: settings, intake, lock, store, run, and what the caller publishes, all under one lock. Knows no terminal."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from pathlib import Path

from grader.classroom.assemble import GradedClass, graded_class
from grader.classroom.clusteroptions import ClusterOptions
from grader.classroom.entries import entries_of_folder
from grader.classroom.groups import grouped
from grader.classroom.intake import Intake, IntakeRules, take_in
from grader.classroom.mentions import in_vain, known_from
from grader.classroom.names import FileNames
from grader.classroom.people import keep_people
from grader.classroom.plan import assigned
from grader.classroom.pooling import OpenPool, pool_opener
from grader.classroom.regrade import CHECKS, ONLY, kept_checks
from grader.classroom.rollcall import (
    RollCall,
    called,
    called_in,
    extensions_by_any_id,
    ids_of,
    ids_of_groups,
    roll_call,
    said_of_empty,
    with_extensions,
    with_people,
)
from grader.classroom.roster import Reconciled, Roster, read_roster, reconcile
from grader.classroom.run import Progress, RunOutcome, RunRequest, grade_class
from grader.classroom.settings import SETTINGS_NAME, ClassSettings, Commits, misnamed, read_settings
from grader.classroom.shards import Shard
from grader.content.load import load_level
from grader.content.models import Level
from grader.content.tree import find_root
from grader.documents import canonical
from grader.errors import NothingToDo, UnknownName, UsageError
from grader.records import dataclass
from grader.results import ExitCode, IsolationLevel, SubmissionStatus, Verdict
from grader.store.classes import STORE_NAME, ClassStore
from grader.store.runlock import RunLock

MIN_SECRET_BYTES = 16
PUBLISHED = "published"  # kept once documents and pages are written: the run they are of
MAX_LOOKED_AT = 5_000  # files of a folder that results are to be written into
SNAPSHOT = "snapshot"  # kept by a snapshot: what it took work in by

Publish = Callable[[ClassStore, GradedClass, Level], None]


@dataclass(frozen=True, slots=True)
class GradeOptions:
    """What `grader grade` was asked. `slots` None: one grading process for each core this process may use."""

    submissions: Path
    folder: Path
    slots: int | None = None
    only: tuple[str, ...] = ()
    checks: Path | None = None
    isolation: IsolationLevel | None = None
    secret_file: Path | None = None
    own: bool = False
    command: str = "grader grade"
    roster: Path | None = None
    settings: Path | None = None  # in place of the class.yaml that lies with the submissions
    cluster: ClusterOptions | None = None  # machines to grade on in place of processes here
    shard: Shard | None = None  # grade only this share; nothing is published before the shares are merged
    accepts_renames: bool = False
    joins: bool = False  # share the work of whoever grades the same already


@dataclass(frozen=True, slots=True)
class FolderOutcome:
    """How it went; `graded` is None when it was interrupted, for a share of a class, and where somebody `elsewhere` writes the report."""

    run: RunOutcome
    graded: GradedClass | None
    ignored: tuple[str, ...]
    reconciled: Reconciled | None = None
    elsewhere: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """Everything about a class before anything is graded."""

    level: Level
    settings: ClassSettings
    settings_text: str
    intake: Intake
    roster: Roster | None
    call: RollCall


def look_at(options: GradeOptions) -> Asked:
    """Read settings, class list and submissions. Runs nothing and writes nothing."""
    level = level_with(options.checks)
    refuse_to_write_among_work(options.folder, options.submissions, level)
    path = options.settings or (options.submissions if options.submissions.is_dir() else options.submissions.parent) / SETTINGS_NAME
    if options.settings is not None and not path.is_file():
        raise UsageError(f"No settings `{path}`.", hint="--settings names a file such as class.yaml")
    said = misnamed(path.parent) if options.settings is None else ""
    raw = path.read_bytes() if path.is_file() else b""
    settings = read_settings(raw, level, shown=str(path))
    roster = None if options.roster is None else read_roster(options.roster)
    known = frozenset(person.key for person in roster.people) if roster is not None else frozenset()
    grace = timedelta(seconds=settings.late.grace_s)
    due = {key: own + grace for key, own in extensions_by_any_id(settings, roster).items()}
    ends = settings.due + grace if settings.due is not None else None
    rules = IntakeRules(due, ends, settings.commits is Commits.IN_TIME, settings.zone, known)
    file_names = FileNames(level, accepts_renames=options.accepts_renames)
    intake = take_in(options.submissions, level, names=settings.names, rules=rules, file_names=file_names)
    mentioned = known_from(called(intake.submissions), () if roster is None else called_in(roster))
    notices = (*((said,) if said else ()), *intake.notices, *(in_vain(raw, str(path), settings, mentioned) if raw else ()))
    people = reconcile([*ids_of(intake.submissions), *ids_of_groups(settings)], roster).people if roster is not None else {}
    settings = with_extensions(settings, people)
    submissions = grouped(with_people(intake.submissions, people), settings.groups)
    intake = replace(intake, submissions=submissions, notices=notices)
    return Asked(level, settings, raw.decode("utf-8-sig", "replace"), intake, roster, roll_call(intake, settings, roster))


def take_snapshot(options: GradeOptions, now: Callable[[], str]) -> tuple[int, int]:
    """Keep everything that has been handed in by now, ungraded: how many submissions there are, and how much of it is new."""
    asked = look_at(options)
    make_folder(options.folder)
    with ClassStore(options.folder) as store:
        store.keep(SNAPSHOT, _taken_by(asked, options))
        return len(asked.intake.submissions), store.take_snapshot(asked.intake.submissions, now())


def _taken_by(asked: Asked, options: GradeOptions) -> str:
    """What decides which work is whose, besides the work itself."""
    return canonical({"accepts_renames": options.accepts_renames, "groups": {k: list(v) for k, v in asked.settings.groups.items()}})


def _says_of_snapshots(store: ClassStore, asked: Asked, options: GradeOptions) -> str:
    """A sentence when snapshots were taken otherwise than work is taken in now: then they may lack work that was there."""
    if store.kept(SNAPSHOT) in (None, _taken_by(asked, options)):
        return ""
    return "The last snapshot was taken with other groups, or other about --accept-renames: work it seems to lack may have been there."


def grade_folder(
    options: GradeOptions, progress: Progress, now: Callable[[], str], publish: Publish, open_pool: OpenPool | None = None
) -> FolderOutcome:
    """Grade a folder of submissions into a class folder. Raises every error of grader.errors that its parts name."""
    asked = look_at(options)
    level, settings, intake = asked.level, asked.settings, asked.intake
    for said in (*asked.call.notices, *said_of_empty(asked.call)):
        progress.notice(said)
    only = _only(options.only, level, settings)
    secret = _secret(options.secret_file)
    if options.shard is not None and secret is None:
        raise UsageError(
            "Every share of a class needs the same secret, so one has to be given.",
            hint="make it once with `head -c 32 /dev/urandom > secret`, and give --secret-file secret to each share",
        )
    if options.shard is not None and options.joins:
        raise UsageError("--join and --shard exclude each other.", hint="--join shares one store, --shard splits a class over several")
    make_folder(options.folder)
    with RunLock(options.folder, command=options.command, now=now, joins=options.joins) as lock, ClassStore(options.folder) as store:
        if store.notice:
            progress.notice(store.notice)
        if said := _says_of_snapshots(store, asked, options):
            progress.notice(said)
        joined = "" if lock.leads else _owner(lock)
        if joined:
            progress.notice(f"Sharing the work of {joined}.")
        request = RunRequest(
            level=level,
            settings=settings,
            work=assigned(level, settings, only),
            submissions=intake.submissions,
            own=options.own,
            allow_separated=options.isolation is IsolationLevel.SEPARATED,
            secret=secret,
            shard=options.shard,
        )
        opener = open_pool or _opener(options, level, settings, progress)
        settings_text, roster = asked.settings_text, asked.roster

        def begin() -> None:
            store.keep(SETTINGS_NAME, settings_text)
            store.keep(ONLY, " ".join(only))
            store.keep(CHECKS, kept_checks(options.checks))
            keep_people(store, roster)
            store.keep(PUBLISHED, "")

        ignored, reconciled = (*intake.ignored, *intake.unclear), asked.call.reconciled
        del asked, intake
        run = grade_class(store, request, opener, progress, now, lock, begin)
        del request  # the files are in the store by now: the report needs no memory for them
        elsewhere = joined if joined and not run.is_interrupted and _is_left_to_another(store, lock, run.run.id) else ""
        graded = None
        if not run.is_interrupted and not elsewhere and options.shard is None:
            graded = graded_class(store, level)
            publish(store, graded, level)
            store.keep(PUBLISHED, run.run.id)
    return FolderOutcome(run, graded, ignored, reconciled, elsewhere)


def _is_left_to_another(store: ClassStore, lock: RunLock, run_id: str) -> bool:
    """Whether somebody else publishes a shared run, or has done so; who joined does it where the coordinator ended without."""
    return not lock.take_over() or store.kept(PUBLISHED) == run_id or store.current_run().id != run_id


def _owner(lock: RunLock) -> str:
    owner = lock.owner()
    return owner.sentence() if owner is not None else "another process"


def _opener(options: GradeOptions, level: Level, settings: ClassSettings, progress: Progress) -> OpenPool:
    """What grades: processes here, or the machines of a cluster."""
    if options.cluster is None:
        return pool_opener(level, settings.limits, options.slots or usable_cores(), options.isolation)
    from grader.classroom.cluster import cluster_opener

    return cluster_opener(level, settings.limits, options.cluster, options.isolation, progress.notice)


def exit_code(graded: GradedClass | None, reconciled: Reconciled | None = None) -> ExitCode:
    """What a finished or interrupted run tells its caller; `reconciled` is given when the class list has to match."""
    if graded is None:
        return ExitCode.INTERRUPTED
    if reconciled is not None and not reconciled.is_clean:
        return ExitCode.SOME_UNGRADED
    bad = (SubmissionStatus.UNREADABLE, SubmissionStatus.BROKEN)
    verdicts = (marked.result.verdict for submission in graded.submissions for marked in submission.exercises)
    is_bad = any(submission.status in bad for submission in graded.submissions) or any(
        verdict in (Verdict.UNREADABLE, Verdict.BROKEN) for verdict in verdicts
    )
    return ExitCode.SOME_UNGRADED if is_bad else ExitCode.DONE


def opener_for(level: Level, slots: int | None, isolation: IsolationLevel | None) -> Callable[[ClassSettings], OpenPool]:
    """Opens the real pool under a class's limits."""
    return lambda settings: pool_opener(level, settings.limits, slots or usable_cores(), isolation)


def usable_cores() -> int:
    """How many cores this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def level_with(checks: Path | None) -> Level:
    """The level, with a folder of checks in place of ours where one is given."""
    root = find_root()
    return load_level(root if checks is None else root.with_checks(checks))


def _only(names: Sequence[str], level: Level, settings: ClassSettings) -> tuple[str, ...]:
    slugs = tuple(level.exercise(name).slug for name in names)
    for slug in slugs:
        if slug not in settings.slugs:
            raise UnknownName("assigned exercise", slug, settings.slugs, hint="class.yaml does not assign it")
    if not settings.slugs:
        raise NothingToDo("No exercise is assigned.", hint="name some under `exercises` in class.yaml")
    return slugs


def _secret(path: Path | None) -> bytes | None:
    if path is None:
        return None
    if not path.is_file():
        raise UsageError(f"No secret file `{path}`.", hint="make one: head -c 32 /dev/urandom > " + str(path))
    secret = path.read_bytes()
    if len(secret) < MIN_SECRET_BYTES:
        raise UsageError(f"The secret in `{path}` has {len(secret)} bytes; at least {MIN_SECRET_BYTES} are needed.")
    return secret


def refuse_to_write_among_work(folder: Path, submissions: Path, level: Level) -> None:
    """UsageError where results would lie among work that was handed in: they would be taken for learners."""
    if not folder.is_dir():
        return
    what = ""
    if submissions.exists() and folder.samefile(submissions):
        what = "is the folder of the submissions"
    elif not (folder / STORE_NAME).is_file():
        names, inside = FileNames(level), islice(entries_of_folder(folder), MAX_LOOKED_AT)
        if folder.resolve() in submissions.resolve().parents:
            what = "holds the submissions"
        elif (folder / SETTINGS_NAME).is_file() or any(names.meaning(entry.path.rpartition("/")[2]) for entry in inside):
            what = "holds work that was handed in"
    if what:
        raise UsageError(
            f"`{folder}` {what}: results in it would look like learners.",
            hint="name a folder of their own with -o, such as `-o graded`",
        )


def make_folder(folder: Path) -> None:
    """The folder of a class, made when it is not there; UsageError when something else is."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"`{folder}` is not a folder.", hint="name another one with -o")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # the class secret and hidden inputs lie in it
