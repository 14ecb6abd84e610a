"""A pool that grades nothing: outcomes by what the source says, so that the coordinator can be looked at alone."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from grader.checks.pool import Job
from grader.classroom.plan import Measured
from grader.classroom.pooling import Grading
from grader.results import CheckResult, ExerciseEvidence, ExerciseResult, IsolationLevel, Misconception, Outcome, Verdict

ENVIRONMENT = {"python": "3.11.7", "numpy": "2.0.0", "machine": "made-up"}


def outcome(slug: str, verdict: Verdict, *, objective: str = "O3", points: float = 15.0, misconception: str = "") -> Outcome:
    """An outcome of two checks: the first passed unless nothing did, the second ends as the exercise does."""
    first = Verdict.PASSED if verdict in (Verdict.PASSED, Verdict.FAILED) else verdict
    checks = tuple(
        CheckResult(
            f"check_{number}",
            f"Sentence {number}.",
            each,
            "" if each is Verdict.PASSED else "wrong values",
            points / 2 if each is Verdict.PASSED else 0.0,
            0.0 if each is Verdict.BROKEN else points / 2,
        )
        for number, each in enumerate((first, verdict))
    )
    found = (Misconception(misconception, "variant"),) if misconception else ()
    earned = sum(check.points for check in checks)
    possible = sum(check.max_points for check in checks)
    result = ExerciseResult(slug, objective, verdict, checks, found, earned, possible, message="")
    return Outcome(result, ExerciseEvidence(slug, {}, 0.01, 0.01, "contained"))


@dataclass(slots=True)
class FakePool:
    """Notes every job. The verdict is the last word of the source: `# failed` gives failed."""

    level: IsolationLevel = IsolationLevel.CONTAINED
    before: Callable[[int], None] = lambda number: None
    jobs: list[Job] = field(default_factory=list)
    secrets: list[bytes] = field(default_factory=list)

    @property
    def measured(self) -> Measured:
        return Measured(self.level, {"seccomp": "on"}, ENVIRONMENT)

    def run(self, jobs: Iterable[Job], goes_on: Callable[[], bool]) -> Iterator[tuple[Job, Outcome]]:
        for number, job in enumerate(jobs):
            self.before(number)
            self.jobs.append(job)
            yield job, outcome(job.slug, Verdict(job.source.decode().split()[-1]))

    def opener(self) -> Callable[[Sequence[str], bytes], contextlib.AbstractContextManager[Grading]]:
        """What a run opens."""

        @contextlib.contextmanager
        def opened(slugs: Sequence[str], secret: bytes) -> Iterator[Grading]:
            self.secrets.append(secret)
            yield self

        return opened


@dataclass(slots=True)
class Told:
    """A progress that remembers what it was told."""

    begun: list[tuple[int, int]] = field(default_factory=list)
    advanced: list[bool] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def begin(self, total: int, done_before: int) -> None:
        self.begun.append((total, done_before))

    def advance(self, *, failed: bool) -> None:
        self.advanced.append(failed)

    def notice(self, sentence: str) -> None:
        self.notices.append(sentence)
