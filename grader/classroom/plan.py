"""What a run will do, worked out before anything runs: assigned exercises, the facts of the run, and the key of every result it needs.

Pure but for reading content files to hash them. Knows neither pool nor store.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from pathlib import Path

from grader import __version__
from grader.checks.limits import Limits
from grader.classroom.lateness import policy_json
from grader.classroom.settings import ClassSettings
from grader.content import compiled
from grader.content.hashes import suite_hash
from grader.content.models import Exercise, Level
from grader.documents import Json, canonical
from grader.records import dataclass
from grader.results import IsolationLevel
from grader.store.rows import NewSubmission, ResultKey, Run, RunExercise, StoredSubmission

ENGINE = Path(__file__).resolve().parent.parent
ENGINE_PARTS = ("results.py", "wire", "checks", "untrusted")  # what decides a verdict besides the content


@dataclass(frozen=True, slots=True)
class Measured:
    """What a grading process measured about its machine: results are only comparable where this is equal."""

    isolation: IsolationLevel
    layers: Mapping[str, str]
    environment: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Assigned:
    """One assigned exercise: its suite as this class uses it (class limits included), and what it is worth here."""

    exercise: Exercise
    suite_sha256: str
    max_points: float


@dataclass(frozen=True, slots=True)
class Wanted:
    """One result that a run needs: its key, and the files that go in. `own` maps modules to the sha256 of the learner's own (`--own`)."""

    key: ResultKey
    source_sha256: str
    own: tuple[tuple[str, str], ...] = ()


def assigned(level: Level, settings: ClassSettings, only: Sequence[str] = ()) -> tuple[Assigned, ...]:
    """The exercises of this run in level order; `only` (slugs) narrows them down."""
    chosen = [level.exercise(slug) for slug in settings.slugs if not only or slug in only]
    limits = canonical(dict(settings.limits)) if settings.limits else ""
    return tuple(
        Assigned(
            exercise,
            hashlib.sha256((suite_hash(exercise) + limits).encode()).hexdigest(),
            float(settings.points.get(exercise.slug, exercise.points)),
        )
        for exercise in chosen
    )


def planned(
    level: Level,
    settings: ClassSettings,
    work: Sequence[Assigned],
    measured: Measured,
    *,
    secret_id: str,
    own: bool,
    submissions: Sequence[NewSubmission],
    earlier: Sequence[StoredSubmission] = (),
) -> Run:
    """The run: its facts, and an id that is equal for equal runs, so that the same command again goes on with the same run.

    `earlier` are older attempts that may count.
    """
    environment = {**measured.environment, "grader": __version__, "engine": engine_sha256(), "isolation": measured.isolation.value}
    facts: Json = {
        "grader": __version__,
        "level": {"id": level.id, "title": level.title, "version": compiled.source_key(level.root)[:16]},
        "assignment": {
            "title": settings.title,
            "due": _iso(settings.due) if settings.due else None,
            "exercise_due": {slug: _iso(moment) for slug, moment in sorted(settings.exercise_due.items()) if slug in settings.slugs},
            "extensions": {key: _iso(moment) for key, moment in sorted(settings.deadlines().items())},
            "groups": {key: list(members) for key, members in sorted(settings.groups.items())},
            "exercises": [{"slug": each.exercise.slug, "max_points": each.max_points, "suite_sha256": each.suite_sha256} for each in work],
        },
        "suite_sha256": _sha256(each.suite_sha256 for each in work),
        "environment": environment,
        "environment_sha256": _sha256([canonical(environment)]),
        "isolation": {"level": measured.isolation.value, "layers": dict(measured.layers)},
        "limits": {field.name: settings.limits.get(field.name, getattr(Limits(), field.name)) for field in fields(Limits)},
        "policy": {
            "own": own,
            "attempts": settings.attempts.value,
            "feedback": settings.feedback.value,
            "late": policy_json(settings.late),
            "release": _iso(settings.release) if settings.release else None,
            "solutions": _iso(settings.solutions) if settings.solutions else None,
        },
        "secret_id": secret_id,
        "hostile": sorted(each.key for each in submissions if each.key in settings.hostile),
        "skipped": [{"key": each.key, "reason": each.skipped} for each in submissions if each.skipped],
    }
    identity = [canonical(facts), *(f"{each.key}\0{each.sha256}\0{each.skipped}" for each in submissions)]
    identity += [f"{each.key}\0{each.sha256}\0earlier" for each in earlier]
    exercises = tuple(RunExercise(each.exercise.slug, each.suite_sha256, each.max_points) for each in work)
    run_id = _sha256(identity)[:32]
    return Run(run_id, {**facts, "id": run_id}, exercises)


def _iso(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def wanted(run: Run, work: Sequence[Assigned], submissions: Iterable[StoredSubmission]) -> Iterator[Wanted]:
    """Every distinct result that the run needs, in the order of learners and exercises."""
    seen: set[ResultKey] = set()
    for submission in submissions:
        for each in work if not submission.skipped else ():
            found = wanted_of(run, each, submission)
            if found is not None and found.key not in seen:
                seen.add(found.key)
                yield found


def wanted_of(run: Run, each: Assigned, submission: StoredSubmission) -> Wanted | None:
    """The result that one submission needs for one exercise; None when it has no gradable file for it."""
    sha256_by_slug = {file.slug: file.sha256 for file in submission.files}
    source = sha256_by_slug.get(each.exercise.slug, "")
    if not source or submission.problem:
        return None
    own: tuple[tuple[str, str], ...] = ()
    if run.facts["policy"]["own"]:
        slugs = {module: module.partition(".")[2].replace("_", "-") for module in each.exercise.all_needs}
        own = tuple((module, sha256_by_slug[slug]) for module, slug in slugs.items() if sha256_by_slug.get(slug))
    source_key = source if not own else _sha256([source, *(f"{module}:{sha256}" for module, sha256 in own)])
    environment, secret = run.facts["environment_sha256"], run.facts["secret_id"]
    return Wanted(ResultKey(source_key, each.exercise.slug, each.suite_sha256, environment, secret), source, own)


def engine_sha256() -> str:
    """A hash over the program files that decide a verdict, so that a mended engine grades again."""
    paths = [path for part in ENGINE_PARTS for path in _python_files(ENGINE / part)]
    return _sha256(f"{path.relative_to(ENGINE).as_posix()}:{hashlib.sha256(path.read_bytes()).hexdigest()}" for path in paths)[:16]


def _python_files(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]


def _sha256(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
