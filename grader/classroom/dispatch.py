"""Jobs to machines and outcomes back, whatever becomes of the machines: lost ones, slow ones, answers that come twice, ones that fail.

Knows a crew of machines by what it can be asked and told; nothing of networks, dask, classes or stores.
"""

from __future__ import annotations

import queue
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from typing import Protocol

from grader.checks.lanes import Costs, Lanes, Try
from grader.checks.limits import Patience
from grader.checks.pool import Job
from grader.errors import WorkerDied
from grader.records import dataclass
from grader.results import Outcome

TRIES = 3  # of a job, on whatever machines; then it is our fault
AHEAD = 1  # jobs that wait at a machine, so that it need not wait for us
TICK_S = 0.5
LATE_S = 120.0  # then a job is given to another machine too, once nothing else is left to do


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a job that was given to a machine: the outcome, or why there is none.

    `cpu_s`: what it took, if that says something of others. `is_lost`: no answer, not through the job. `is_slow`: it took longer than
    its patience.
    """

    ticket: int
    outcome: Outcome | None
    fault: str = ""
    cpu_s: float | None = None
    is_lost: bool = False
    is_slow: bool = False


class Crew(Protocol):
    """Machines that grade. `answers` fills from other threads."""

    answers: queue.Queue[Answer]

    def places(self) -> dict[str, int] | None:
        """The machines that are there and how many jobs each does at a time; None without contact, WorkerDied when it is lost."""
        ...

    def give(self, ticket: int, job: Job, patience: Patience | None, machine: str) -> None:
        """Give a job to a machine; its answer will carry the ticket, and is `is_slow` where the patience ended first."""
        ...

    def forget(self, ticket: int) -> None:
        """Nobody waits for this any more."""
        ...


@dataclass(slots=True)
class _Open:
    """A job that has no outcome yet."""

    tried: Try
    tries: int = 0
    tickets: dict[int, str] = field(default_factory=dict)  # ticket → machine
    given_at: float = 0.0


class Dispatcher:
    """Runs jobs on a crew. Each job gives exactly one outcome: the first that comes, or a broken one after three faults.

    With `costs`, jobs that take much longer than others of their exercise are done after those, as in the pool of one machine.
    """

    def __init__(
        self,
        crew: Crew,
        broken: Callable[[Job, str], Outcome],
        *,
        costs: Costs | None = None,
        alone_s: float = 60.0,
        late_s: float = LATE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._crew = crew
        self._broken = broken
        self._costs = costs
        self._alone_s = alone_s  # without any machine
        self._late_s = late_s
        self._clock = clock
        self._open: dict[str, _Open] = {}
        self._job_of: dict[int, str] = {}
        self._again: deque[str] = deque()
        self._ready: list[tuple[Job, Outcome]] = []
        self._next_ticket = 0
        self._threads: dict[str, int] = {}  # of each machine, when it was last there
        self._alone_since: float | None = None

    def run(self, jobs: Iterable[Job], goes_on: Callable[[], bool] = lambda: True) -> Iterator[tuple[Job, Outcome]]:
        """Outcomes as they come; jobs are taken from the iterable only when a machine has room.

        What has not begun when nothing `goes_on` any more is dropped: it has no outcome. Nor has a slow job whose turn comes later.
        """
        lanes = Lanes(iter(jobs), 1, self._costs, goes_on)
        while True:
            places = self._places()
            if places is not None:
                self._take_back(places)
            is_wanted = goes_on()
            if not is_wanted:
                self._drop_waiting()
            yield from self._ready
            self._ready = []
            is_idle = not is_wanted or (places is not None and self._fill(lanes, places))
            if is_idle and not self._open:
                return
            self._collect(lanes)

    def _places(self) -> dict[str, int] | None:
        places = self._crew.places()
        now = self._clock()
        self._alone_since = None if places else self._alone_since if self._alone_since is not None else now
        if self._alone_since is not None and now - self._alone_since > self._alone_s:
            raise WorkerDied(
                f"The cluster has had no machine left for {self._alone_s:.0f} s.",
                hint="what was graded is saved; start its workers, then run the same command again",
            )
        return places

    def _take_back(self, places: dict[str, int]) -> None:
        """The jobs of machines that are gone are given out again: that is no fault of the job, unless it had begun again and again."""
        for machine in {machine for opened in self._open.values() for machine in opened.tickets.values()} - places.keys():
            for place, ticket in enumerate(self._tickets_at(machine)):
                self._crew.forget(ticket)
                self._failed(ticket, "the machines that were grading this were lost", is_counted=place < self._threads[machine])
        self._threads |= places

    def _tickets_at(self, machine: str) -> list[int]:
        """What was given to a machine and has no answer, in order: it is at as many of these as it has threads, and the rest waits."""
        return sorted(ticket for opened in self._open.values() for ticket, where in opened.tickets.items() if where == machine)

    def _drop_waiting(self) -> None:
        """Forget every job that no machine has begun."""
        for machine in {machine for opened in self._open.values() for machine in opened.tickets.values()}:
            for ticket in self._tickets_at(machine)[self._threads[machine] :]:
                self._crew.forget(ticket)
                del self._open[self._job_of.pop(ticket)].tickets[ticket]
        self._again.clear()
        self._open = {key: opened for key, opened in self._open.items() if opened.tickets}

    def _fill(self, lanes: Lanes, places: dict[str, int]) -> bool:
        """Give out jobs while there is room; whether nothing waits any more."""
        lanes.slots = sum(places.values())
        is_idle = False
        load = dict.fromkeys(places, 0)
        for opened in self._open.values():
            for machine in opened.tickets.values():
                load[machine] = load.get(machine, 0) + 1
        while room := [machine for machine in places if load[machine] < places[machine] + AHEAD]:
            machine = min(room, key=lambda each: load[each] / places[each])
            key = self._next(lanes) if not is_idle else None
            if key is None:
                is_idle = True
                key = self._late(machine) if load[machine] < places[machine] else None
            if key is None:
                break
            self._give(key, machine)
            load[machine] += 1
        return is_idle

    def _next(self, lanes: Lanes) -> str | None:
        if self._again:
            return self._again.popleft()
        tried = lanes.next(self._clock())
        if tried is None:
            return None
        self._open[tried.job.key] = _Open(tried)
        return tried.job.key

    def _late(self, machine: str) -> str | None:
        """A job that has been elsewhere for too long and is not tried twice already."""
        now = self._clock()
        for key, opened in self._open.items():
            if len(opened.tickets) == 1 and machine not in opened.tickets.values() and now - opened.given_at > self._late_s:
                return key
        return None

    def _give(self, key: str, machine: str) -> None:
        opened, ticket = self._open[key], self._next_ticket
        self._next_ticket += 1
        opened.tickets[ticket] = machine
        opened.given_at = self._clock()
        self._job_of[ticket] = key
        self._crew.give(ticket, opened.tried.job, opened.tried.patience, machine)

    def _collect(self, lanes: Lanes) -> None:
        """Wait a moment for answers, and take all that are there."""
        try:
            answer = self._crew.answers.get(timeout=TICK_S)
            while True:
                self._answered(lanes, answer)
                answer = self._crew.answers.get_nowait()
        except queue.Empty:
            return

    def _answered(self, lanes: Lanes, answer: Answer) -> None:
        if answer.ticket not in self._job_of:
            return  # the second answer to a job, or one of a machine that was given up
        if answer.outcome is None and not answer.is_slow:
            self._failed(answer.ticket, answer.fault, is_counted=not answer.is_lost)
            return
        opened = self._open.pop(self._job_of[answer.ticket])
        for ticket in opened.tickets:
            del self._job_of[ticket]
            if ticket != answer.ticket:
                self._crew.forget(ticket)
        if answer.outcome is None:
            lanes.gave_up(opened.tried, self._clock())
        else:
            lanes.done(opened.tried, answer.cpu_s, self._clock())
            self._ready.append((opened.tried.job, answer.outcome))

    def _failed(self, ticket: int, fault: str, *, is_counted: bool = True) -> None:
        key = self._job_of.pop(ticket)
        opened = self._open[key]
        del opened.tickets[ticket]
        opened.tries += is_counted
        if opened.tickets:
            return  # another machine is still at it
        if opened.tries < TRIES:
            self._again.append(key)
        else:
            del self._open[key]
            self._ready.append((opened.tried.job, self._broken(opened.tried.job, fault)))
