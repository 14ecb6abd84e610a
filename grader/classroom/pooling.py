"""The pool as a class run sees it: what it measured, and outcomes as they are ready. The real one is started here and nowhere else."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from grader.checks.lanes import Costs
from grader.checks.pool import Job, Pool
from grader.classroom.plan import Measured
from grader.content.models import Level
from grader.errors import IsolationUnavailable
from grader.records import dataclass
from grader.results import IsolationLevel, Outcome

__all__ = ["NEEDED", "Grading", "Job", "OpenPool", "pool_opener"]

NEEDED = IsolationLevel.CONTAINED


class Grading(Protocol):
    """What a run needs of the pool."""

    @property
    def measured(self) -> Measured:
        """What was measured when the pool started."""
        ...

    def run(self, jobs: Iterable[Job], goes_on: Callable[[], bool]) -> Iterator[tuple[Job, Outcome]]:
        """Outcomes as they are ready. One that turned out slow waits for the others, and is dropped unless the run still `goes_on`."""
        ...


OpenPool = Callable[[Sequence[str], bytes], AbstractContextManager[Grading]]


def pool_opener(level: Level, limits: Mapping[str, float], slots: int, isolation: IsolationLevel | None) -> OpenPool:
    """Opens the real pool: `slots` grading processes."""

    @contextlib.contextmanager
    def opened(slugs: Sequence[str], secret: bytes) -> Iterator[Grading]:
        with Pool(level, slugs, secret=secret, slots=slots, isolation=isolation, limits=limits, costs=Costs(), stays_small=True) as pool:
            yield _RealPool(pool.isolation.level, pool.isolation.layers, pool.isolation.open_canaries, pool.environment, pool.run)

    return opened


@dataclass(frozen=True, slots=True)
class _RealPool:
    """The pool as a run sees it. With open canaries nothing is contained, whatever the layers say."""

    level: IsolationLevel
    layers: Mapping[str, str]
    open_canaries: tuple[str, ...]
    environment: Mapping[str, str]
    runner: Callable[[Iterable[Job], Callable[[], bool]], Iterator[tuple[Job, Outcome]]]

    @property
    def measured(self) -> Measured:
        if self.open_canaries and self.level.is_at_least(NEEDED):
            raise IsolationUnavailable(
                f"The isolation of this machine has holes: {', '.join(self.open_canaries)} got through.",
                hint="this is our fault or your system's; run `grader doctor`, and please report it",
            )
        return Measured(self.level, self.layers, self.environment)

    def run(self, jobs: Iterable[Job], goes_on: Callable[[], bool]) -> Iterator[tuple[Job, Outcome]]:
        return self.runner(jobs, goes_on)
