"""Check a learner's own work on their own machine: fresh inputs each time, and everything may be shown.

One call for CLI, watch and web: sources in, outcomes out. Knows nothing of the terminal.
"""

from __future__ import annotations

import ast
import secrets
from collections.abc import Iterator, Mapping, Sequence

from grader.checks.pool import Job, MeasuredIsolation, Pool
from grader.content.models import Exercise, Level
from grader.learner.folder import LearnerFolder
from grader.learner.stuck import with_count
from grader.records import dataclass
from grader.results import Category, CheckResult, ExerciseEvidence, ExerciseResult, Outcome, Verdict


@dataclass(frozen=True, slots=True)
class Checked:
    """One exercise of the learner's, checked."""

    exercise: Exercise
    outcome: Outcome
    source: bytes = b""


class CheckSession:
    """Keeps a grading process warm for some exercises. A context manager; start it from the main thread."""

    def __init__(self, level: Level, folder: LearnerFolder, exercises: Sequence[Exercise], *, own: bool = False, slots: int = 1) -> None:
        self._folder = folder
        self._own = own
        self._level = level
        self._pool = Pool(level, [exercise.slug for exercise in exercises], slots=slots, canaries=False)
        self._secrets = {exercise.slug: secrets.token_hex(32) for exercise in exercises}

    def __enter__(self) -> CheckSession:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.close()

    @property
    def isolation(self) -> MeasuredIsolation:
        """How far the learner's code was kept away from the checks, as measured."""
        return self._pool.isolation

    def check(self, exercises: Sequence[Exercise]) -> Iterator[Checked]:
        """The outcome of each exercise as it is ready; a file that is not there is `missing`, without starting anything."""
        by_slug = {exercise.slug: exercise for exercise in exercises}
        jobs = []
        own = self._own_sources() if self._own else {}
        for exercise in exercises:
            source = self._folder.source(exercise)
            if source is None:
                yield Checked(exercise, missing(exercise))
            else:
                jobs.append(self._job(exercise.slug, source, own))
        for job, outcome in self._pool.run(jobs):
            exercise = by_slug[job.slug]
            if len(jobs) == 1:  # of many, none is waited for
                outcome = with_count(self._folder, exercise, outcome, job.source)
            yield Checked(exercise, outcome, job.source)

    def _job(self, slug: str, source: bytes, own: Mapping[str, bytes]) -> Job:
        """A job with inputs that nobody has seen; the next ones are named, so that the idle process can prepare them."""
        secret, self._secrets[slug] = self._secrets[slug], secrets.token_hex(32)
        return Job(slug, slug, source, own, secret, {"shrink": True, "next_secret": self._secrets[slug]})

    def _own_sources(self) -> dict[str, bytes]:
        sources = {exercise.module: self._folder.source(exercise) for exercise in self._level.exercises}
        return {module: source for module, source in sources.items() if source is not None}


def built_on(level: Level, source: bytes) -> tuple[str, ...]:
    """The slugs of the exercises that a file imports from, in the level's order; () for a file that is no Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return ()
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and not node.level}
    return tuple(exercise.slug for exercise in level.exercises if exercise.module in modules)


def missing(exercise: Exercise) -> Outcome:
    """The outcome of an exercise whose file is not there."""
    message = f"There is no file {exercise.folder}/{exercise.filename}."
    check = CheckResult("file", "The file is there.", Verdict.FAILED, Category.MISSING.value, 0.0, float(exercise.points), message=message)
    result = ExerciseResult(
        exercise.slug, exercise.objective_id, Verdict.MISSING, (check,), max_points=float(exercise.points), message=message
    )
    return Outcome(result, ExerciseEvidence(exercise.slug))
