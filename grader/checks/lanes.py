"""Which job is next: new ones first, and those that took longer than others of their exercise in a lane of their own.

The first try of a job has a patience, worked out from what other submissions of the exercise took. A job that takes longer is given up
without a verdict and waits until nothing new does, but for a small share of the time, so that an endless stream of new jobs does not
keep it waiting for ever. It is then made afresh, with all its limits. Knows no process, no message and no verdict.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.checks.limits import Patience

if TYPE_CHECKING:
    from grader.checks.pool import Job

FIRST_S = 0.3  # CPU, while nothing of an exercise is known
MARGIN_S = 0.005  # CPU: what a busy machine and a cold cache add to a cheap one
TIMES = 1.5  # what most of the others took
MOST = 0.85  # of them: more than that are neither endless nor clumsy
REMEMBERED = 64  # of an exercise
WALL_TIMES, WALL_MARGIN_S = 5.0, 0.5  # of the CPU time: cores are shared, and some wait
SLOW_SHARE = 0.05  # of the time of all slots, while new jobs keep coming
SLOW_S = 5.0  # about what an endless submission takes with all its limits


class Costs:
    """What submissions took lately, in CPU seconds of their children, by exercise.

    One that was given up counts as twice what it was given: where many are, the next are given three times as much, and an exercise
    that takes its time is soon given enough. Where few are, it changes nothing.
    """

    def __init__(self, first_s: float = FIRST_S, margin_s: float = MARGIN_S) -> None:
        self._first_s, self._margin_s = first_s, margin_s
        self._seen: dict[str, deque[float]] = {}

    def note(self, slug: str, cpu_s: float) -> None:
        """One more submission took so long."""
        self._seen.setdefault(slug, deque(maxlen=REMEMBERED)).append(cpu_s)

    def note_given_up(self, slug: str, patience: Patience) -> None:
        """One more took longer than that."""
        self.note(slug, 2 * patience.cpu_s)

    def patience(self, slug: str) -> Patience:
        """What the next first try may take."""
        seen = sorted(self._seen.get(slug, ()))
        cpu_s = TIMES * seen[int(MOST * len(seen))] + self._margin_s if seen else self._first_s
        return Patience(cpu_s, WALL_TIMES * cpu_s + WALL_MARGIN_S)


class Given(Costs):
    """One patience, whatever others take: somebody else has worked it out."""

    def __init__(self, patience: Patience) -> None:
        super().__init__()
        self._patience = patience

    def patience(self, slug: str) -> Patience:
        """That one."""
        return self._patience


@dataclass(slots=True)
class Try:
    """A job in the hands of a slot, since then. Without `patience` it has all its limits; `is_slow`: it was given up before."""

    job: Job
    patience: Patience | None
    is_slow: bool = False
    lost: int = 0  # times that the slot ended before it answered
    since: float = 0.0


class Lanes:
    """The jobs of one run. Without `costs` there is one lane, and no job is given up. `slots` may change while it goes on."""

    def __init__(self, jobs: Iterator[Job], slots: int, costs: Costs | None, goes_on: Callable[[], bool]) -> None:
        """`goes_on`: whether what was given up is still wanted."""
        self._new, self._costs, self._goes_on = jobs, costs, goes_on
        self.slots = slots
        self._again: list[Try] = []
        self._slow: deque[Job] = deque()
        self._slow_since = 0.0  # when the lane was empty last
        self._slow_took_s = 0.0  # of slots' time, since then

    def next(self, now: float) -> Try | None:
        """What a free slot is to do; None when nothing waits."""
        found = self._again.pop() if self._again else self._due(now) or self._next_new() or self._next_slow()
        if found is not None:
            found.since = now
            self._slow_took_s += SLOW_S if found.is_slow else 0.0  # until it is known better
        return found

    def _due(self, now: float) -> Try | None:
        """A slow job whose turn has come although new ones wait."""
        share_s = SLOW_SHARE * self.slots * (now - self._slow_since)
        if not self._slow or self._slow_took_s + SLOW_S > share_s:
            return None
        return self._next_slow()

    def _next_new(self) -> Try | None:
        job = next(self._new, None)
        if job is None:
            return None
        return Try(job, self._costs.patience(job.slug) if self._costs is not None and not job.task else None)

    def _next_slow(self) -> Try | None:
        return Try(self._slow.popleft(), None, is_slow=True) if self._slow and self._goes_on() else None

    def lost(self, tried: Try) -> None:
        """The slot ended before it answered: the same once more, at once."""
        self._slow_took_s -= SLOW_S if tried.is_slow else 0.0
        tried.lost += 1
        self._again.append(tried)

    def gave_up(self, tried: Try, now: float) -> None:
        """It took longer than its patience."""
        assert tried.patience is not None and self._costs is not None
        self._costs.note_given_up(tried.job.slug, tried.patience)
        if not self._slow:
            self._slow_since, self._slow_took_s = now, 0.0
        self._slow.append(tried.job)

    def done(self, tried: Try, cpu_s: float | None, now: float) -> None:
        """It was done, and took so long; None where that says nothing of the others."""
        if tried.is_slow:
            self._slow_took_s += now - tried.since - SLOW_S
        if self._costs is not None and cpu_s:
            self._costs.note(tried.job.slug, cpu_s)
