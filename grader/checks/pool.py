"""The pool: trusted grading processes, one per slot, fed with jobs; a process that dies is replaced and its job tried once more.

The coordinator's side. Knows nothing of pytest, numpy, classes or the store; importing it is cheap.
"""

from __future__ import annotations

import base64
import contextlib
import dataclasses
import os
import secrets
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from types import TracebackType
from typing import Any

from grader.checks.lanes import Costs, Given, Lanes, Try
from grader.checks.limits import Patience
from grader.checks.messages import outcome_from_dict, read_message, write_message
from grader.content.models import Exercise, Level
from grader.errors import CheckBroken, GraderError, IsolationUnavailable, WorkerDied
from grader.records import dataclass
from grader.results import ExerciseEvidence, ExerciseResult, IsolationLevel, Outcome, Verdict

COMMAND = (sys.executable, "-P", "-m", "grader.checks.worker")
TRIES = 2
JOB_DEADLINE_S = 600.0  # a job that takes longer hangs in our own code: every call of learner code has a limit of its own
PROOF_DEADLINE_S = 6 * 3600.0  # a proof of one exercise takes minutes, on a busy machine many
KEPT_VARIABLES = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT", "VIRTUAL_ENV", "XDG_CACHE_HOME")


@dataclass(frozen=True, slots=True)
class Job:
    """One exercise of one submission. `key` comes back with the outcome; `own` holds the learner's other modules (`--own`).

    `secret` (hex) replaces the pool's for this job: a learner's check draws fresh inputs.
    """

    key: str
    slug: str
    source: bytes
    own: Mapping[str, bytes] = field(default_factory=dict)
    secret: str = ""
    task: Mapping[str, Any] = field(default_factory=dict)  # another task than grading: {"kind": "gate", …}; see `answers`


@dataclass(frozen=True, slots=True)
class MeasuredIsolation:
    """What a grading process measured at its start; `open_canaries` are probes that got through."""

    level: IsolationLevel
    layers: Mapping[str, str]
    open_canaries: tuple[str, ...] = ()


class _Process:
    """One grading process and what it is working on."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self._child = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if not os.environ.get("GRADER_DEBUG") else None,
            env=_environment(),
        )
        assert self._child.stdin is not None and self._child.stdout is not None
        self._stdin, self._stdout = self._child.stdin, self._child.stdout
        self.tried: Try | None = None
        self.slug = ""  # of its last job
        self.is_full = False  # by its last answer
        self._send(settings)

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def fileno(self) -> int:
        return self._stdout.fileno()

    def hello(self) -> dict[str, Any]:
        """What the process measured. Raises WorkerDied or IsolationUnavailable when it could not start."""
        message = read_message(self._stdout)
        if message is None:
            raise WorkerDied("A grading process ended before it was ready.", hint="run `grader doctor`")
        if "fault" in message:
            raise _start_failed(message["fault"])
        ready: dict[str, Any] = message["ready"]
        return ready

    def take(self, tried: Try) -> None:
        self.tried, job = tried, tried.job
        self.slug = job.slug
        own = {module: base64.b64encode(source).decode() for module, source in job.own.items()}
        source = base64.b64encode(job.source).decode()
        patience = dataclasses.asdict(tried.patience) if tried.patience is not None else None
        told = {"id": job.key, "slug": job.slug, "source": source, "own": own, "secret": job.secret, "patience": patience}
        self._send({**told, **job.task})

    def is_late(self, now: float) -> bool:
        """Whether its job has taken longer than any job of its kind can."""
        if self.tried is None:
            return False
        return now - self.tried.since > (PROOF_DEADLINE_S if self.tried.job.task else JOB_DEADLINE_S)

    def answer(self) -> dict[str, Any] | None:
        message = read_message(self._stdout)
        self.is_full = bool((message or {}).get("is_full"))
        return message

    def kill(self) -> None:
        self._child.kill()

    def close(self) -> None:
        self._child.kill()
        self._child.wait()
        for stream in (self._stdin, self._stdout):
            with contextlib.suppress(OSError):
                stream.close()

    def _send(self, message: Mapping[str, Any]) -> None:
        with contextlib.suppress(OSError):  # that the process has ended is noticed when its answer is read
            write_message(self._stdin, dict(message))


def _start_failed(fault: str) -> GraderError:
    """Why a process could not start; checks that cannot be used are no trouble of this machine."""
    kind, _, said = fault.partition(": ")
    if kind == CheckBroken.__name__:
        return CheckBroken(f"{said[:1].upper()}{said[1:]}", hint="mend the file named above; nothing was graded")
    known = IsolationUnavailable if kind == IsolationUnavailable.__name__ else WorkerDied
    return known(f"A grading process could not start: {fault}", hint="run `grader doctor`")


class Pool:
    """Grading processes for some exercises of a level, under one secret. A context manager; start it from the main thread."""

    def __init__(
        self,
        level: Level,
        slugs: Sequence[str],
        *,
        secret: bytes = b"",
        slots: int = 1,
        isolation: IsolationLevel | None = None,
        limits: Mapping[str, float] | None = None,
        canaries: bool = True,
        costs: Costs | None = None,
        stays_small: bool = False,
    ) -> None:
        """With `costs`, jobs that take much longer than others of their exercise are done after those: for many jobs at once.

        `stays_small`: a grading process whose memory has grown is replaced when it comes to another exercise, which takes half a second.
        """
        self._level = level
        self._slots = max(1, slots)
        root = level.root
        self._settings: dict[str, Any] = {
            "root": {item.name: _text(getattr(root, item.name)) for item in dataclasses.fields(root)},
            "slugs": list(slugs),
            "secret": (secret or secrets.token_bytes(32)).hex(),
            "isolation": isolation.value if isolation is not None else "",
            "limits": dict(limits or {}),
            "canaries": canaries,
        }
        self._costs = costs
        self._stays_small = stays_small
        self._idle: list[_Process] = []
        self._busy: dict[int, _Process] = {}
        self._closed = threading.Event()
        first = self._started()
        self.isolation = MeasuredIsolation(IsolationLevel(first["isolation"]), dict(first["layers"]), tuple(first["open_canaries"]))
        self.environment: Mapping[str, str] = dict(first["environment"])

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def pids(self) -> tuple[int, ...]:
        """The grading processes, for whoever watches what they take."""
        return tuple(process.pid for process in (*self._idle, *self._busy.values()))

    def close(self) -> None:
        """End every grading process; each takes its fork server and children with it."""
        self.stop()
        for process in [*self._idle, *self._busy.values()]:
            process.close()
        self._idle, self._busy = [], {}

    def stop(self) -> None:
        """Kill every grading process, from another thread than the one that runs jobs: that one finds out, and closes the pool."""
        self._closed.set()
        for process in [*self._idle, *self._busy.values()]:
            process.kill()

    def run(self, jobs: Iterable[Job], goes_on: Callable[[], bool] = lambda: True) -> Iterator[tuple[Job, Outcome]]:
        """The outcomes as they are ready; jobs are taken from the iterable only when a slot is free.

        A job that turned out slow is dropped when its turn comes, if nothing `goes_on` by then: it has no outcome.
        """
        for job, message in self.answers(jobs, goes_on):
            yield job, self._outcome(job, message)

    def answers(
        self, jobs: Iterable[Job], goes_on: Callable[[], bool] = lambda: True, costs: Costs | None = None
    ) -> Iterator[tuple[Job, dict[str, Any]]]:
        """What the grading processes answer, as plain messages; `fault` is set in one that tells of our own trouble."""
        lanes = Lanes(iter(jobs), self._slots, costs or self._costs, goes_on)
        while True:
            while len(self._busy) < self._slots and (tried := lanes.next(time.monotonic())) is not None:
                self._assign(tried)
            if not self._busy:
                return
            for process in self._ready():
                tried, message = self._collect(process)
                now = time.monotonic()
                if message is None and tried.lost + 1 < TRIES:
                    lanes.lost(tried)
                elif message is not None and message.get("slow"):
                    lanes.gave_up(tried, now)
                else:
                    lanes.done(tried, cost(message), now)
                    yield tried.job, message or {"fault": "a grading process ended by itself or hung, twice"}

    def _assign(self, tried: Try) -> None:
        if self._stays_small and self._idle and self._idle[-1].is_full and self._idle[-1].slug != tried.job.slug:
            self._idle.pop().close()
        if not self._idle:
            self._started()
        process = self._idle.pop()
        process.take(tried)
        self._busy[process.fileno] = process

    def _ready(self) -> list[_Process]:
        """The processes that answered, ended, or have hung beyond the deadline."""
        with selectors.DefaultSelector() as selector:
            for fileno in self._busy:
                selector.register(fileno, selectors.EVENT_READ)
            found = {key.fd for key, _ in selector.select(timeout=1.0)}
        now = time.monotonic()
        late = {fileno for fileno, process in self._busy.items() if process.is_late(now)}
        return [self._busy[fileno] for fileno in sorted(found | late)]

    def _collect(self, process: _Process) -> tuple[Try, dict[str, Any] | None]:
        """The job of a process with its answer; None when the process ended, or hung, instead."""
        tried = _try_of(process)
        del self._busy[process.fileno]
        is_late = process.is_late(time.monotonic())
        message = None if is_late else process.answer()
        if message is None:
            process.close()
        else:
            process.tried = None
            self._idle.append(process)
        return tried, message

    def first_try(self, job: Job, patience: Patience | None) -> tuple[Outcome, float | None] | None:
        """The outcome of one job and its cost; None when it took longer than the patience. For whoever keeps lanes elsewhere."""
        costs = Given(patience) if patience is not None else None
        for _, message in self.answers([job], lambda: False, costs):
            return self._outcome(job, message), cost(message)
        return None

    def _outcome(self, job: Job, message: Mapping[str, Any]) -> Outcome:
        fault = message.get("fault")
        return self.broken(job, str(fault)) if fault is not None else outcome_from_dict(message["outcome"])

    def broken(self, job: Job, fault: str) -> Outcome:
        """The outcome of a job that we could not do: no marks given, none taken."""
        exercise: Exercise = self._level.exercise(job.slug)
        result = ExerciseResult(job.slug, exercise.objective_id, Verdict.BROKEN, message=f"This is our fault, not the learner's: {fault}.")
        return Outcome(result, ExerciseEvidence(job.slug, isolation=self.isolation.level.value))

    def _started(self) -> dict[str, Any]:
        """Start one more process and wait until it is ready; what it measured."""
        if self._closed.is_set():
            raise WorkerDied("The pool was closed.")
        process = _Process(self._settings)
        try:
            hello = process.hello()
        except BaseException:
            process.close()
            raise
        if self._closed.is_set():  # meanwhile, by another thread
            process.close()
            raise WorkerDied("The pool was closed.")
        self._idle.append(process)
        return hello


def _try_of(process: _Process) -> Try:
    assert process.tried is not None, "only a busy process is asked for its job"
    return process.tried


def cost(message: Mapping[str, Any] | None) -> float | None:
    """What a job took that ended by itself, in CPU seconds of its children; None of any other."""
    outcome = (message or {}).get("outcome")
    if outcome is None or any(check["verdict"] == Verdict.TIMED_OUT for check in outcome["result"]["checks"]):
        return None
    cpu_s: float = outcome["evidence"]["cpu_s"]
    return cpu_s


def _text(path: Path | None) -> str:
    return "" if path is None else str(path)


def _environment() -> dict[str, str]:
    """The environment of a grading process: nothing that could change a verdict from one shell to the next."""
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    kept |= {name: value for name, value in os.environ.items() if name.startswith(("OPENBLAS_", "GRADER_", "PYTHONPATH"))}
    threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return kept | threads | {"PYTHONHASHSEED": "random", "PYTHONDONTWRITEBYTECODE": "1", "TZ": "UTC"}
