"""`grade --cluster ADDRESS`: the machines of a dask.distributed cluster as a pool. The one module that knows dask; imported when asked for.

A machine is taken only when it runs this very program, has unpacked the very checks, and measured the very environment and isolation that
the run has. Checks, solutions and the secret travel over TLS that knows both ends, or stay on this machine.
"""

from __future__ import annotations

import contextlib
import json
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, field
from typing import Any

from grader.checks.lanes import Costs
from grader.checks.limits import Patience
from grader.checks.messages import outcome_from_dict
from grader.checks.pool import Job
from grader.classroom.clusterlink import refuse_strangers
from grader.classroom.clusteroptions import TLS_FILES, ClusterOptions, is_local, refuse_unsafe
from grader.classroom.dispatch import Answer, Dispatcher
from grader.classroom.plan import Measured
from grader.classroom.pooling import NEEDED, OpenPool
from grader.classroom.station import Parcel, enlist, grade_one, greet, leave, pack, program
from grader.content.models import Level
from grader.errors import UsageError, WorkerDied
from grader.records import dataclass
from grader.results import ExerciseEvidence, ExerciseResult, IsolationLevel, Outcome, Verdict

CONNECT_S = 15.0
MUSTER_S = 120.0  # until every machine that is there has said what it is
SILENT_S = 5.0  # of that, until we say that there is no machine yet
LOST_S = 20.0  # without a word of the scheduler
FETCH_S, FETCH_TIMES = 1.0, 30  # to fetch an answer, and between two looks whether it is still there
LOOK_S = 1.0  # between two looks at which machines there are
NOBODY_HINT = "start workers with `dask worker ADDRESS` where this very version is installed, with certificates if the scheduler has any"

Notice = Callable[[str], None]


def cluster_opener(
    level: Level, limits: Mapping[str, float], options: ClusterOptions, isolation: IsolationLevel | None, notice: Notice
) -> OpenPool:
    """Opens the machines of a cluster as a pool."""

    @contextlib.contextmanager
    def opened(slugs: Sequence[str], secret: bytes) -> Iterator[ClusterGrading]:
        with connected(options) as client:
            crew = DaskCrew(client, pack(level, tuple(slugs), secret, limits, isolation), notice)
            try:
                crew.muster()
                yield ClusterGrading(level, crew)
            finally:
                crew.dismiss()

    return opened


@contextlib.contextmanager
def connected(options: ClusterOptions) -> Iterator[Any]:
    """A client of the scheduler. UsageError without dask or without a safe link, WorkerDied when nobody answers, or a stranger does."""
    refuse_unsafe(options)
    try:
        import distributed
    except ImportError as error:
        raise UsageError("Grading on a cluster needs dask.distributed.", hint="pip install 'attention-grader[cluster]'") from error
    refuse_strangers(options)
    kinds: Any = distributed  # it has no types
    security = None
    if options.tls is not None:
        names = dict(zip(("tls_ca_file", "tls_client_cert", "tls_client_key"), TLS_FILES, strict=True))
        security = kinds.Security(**{key: str(options.tls / name) for key, name in names.items()}, require_encryption=True)
    try:
        client = kinds.Client(options.address, security=security, timeout=CONNECT_S, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise WorkerDied(
            f"No scheduler answers at `{options.address}`.",
            hint="start one with `dask scheduler`, then its workers; with certificates, its address begins with tls://",
        ) from error
    try:
        yield client
    finally:
        with contextlib.suppress(Exception):  # of a cluster that is gone there is nothing to close
            client.close(timeout=5)


@dataclass(frozen=True, slots=True)
class ClusterGrading:
    """The pool as a class run sees it."""

    level: Level
    crew: DaskCrew

    @property
    def measured(self) -> Measured:
        """What all machines that were taken measured alike."""
        return self.crew.measured

    def run(self, jobs: Iterable[Job], goes_on: Callable[[], bool]) -> Iterator[tuple[Job, Outcome]]:
        """Outcomes as they come."""
        return Dispatcher(self.crew, self._broken, costs=Costs()).run(jobs, goes_on)

    def _broken(self, job: Job, fault: str) -> Outcome:
        objective = self.level.exercise(job.slug).objective_id
        result = ExerciseResult(job.slug, objective, Verdict.BROKEN, message=f"This is our fault, not the learner's: {fault}.")
        return Outcome(result, ExerciseEvidence(job.slug, isolation=self.measured.isolation.value))


@dataclass
class DaskCrew:
    """The machines of a cluster: which are there, which were taken, which were refused and why."""

    client: Any
    parcel: Parcel
    notice: Notice
    answers: queue.Queue[Answer] = field(default_factory=queue.Queue)
    taken: dict[str, int] = field(default_factory=dict)  # address → threads
    refused: dict[str, str] = field(default_factory=dict)  # address → why
    _measured: Measured | None = None
    _threads: dict[str, int] = field(default_factory=dict)
    _greeting: dict[str, Any] = field(default_factory=dict)  # address → future of its greeting, then of its enlisting
    _said: dict[str, dict[str, Any]] = field(default_factory=dict)  # address → what it measured
    _flying: dict[int, Any] = field(default_factory=dict)
    _looked_at: float = 0.0
    _is_in_touch: bool = False
    _heard_at: float = field(default_factory=time.monotonic)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def measured(self) -> Measured:
        """What the machines measured. With open canaries nothing is contained, whatever the layers say."""
        assert self._measured is not None, "muster comes first"
        return self._measured

    # --- who is there ------------------------------------------------------------------------------------------------------------

    def muster(self) -> None:
        """Wait until every machine there has said what it is; take the largest group that measured alike. WorkerDied without any."""
        start, is_told = time.monotonic(), False
        while time.monotonic() < start + MUSTER_S:
            self._look()
            self._hear()
            if self._threads and not self._greeting:
                break
            if not (self._threads or is_told) and time.monotonic() > start + SILENT_S:
                self.notice(f"The cluster has no workers yet; waiting up to {MUSTER_S:.0f} s for one.")
                is_told = True
            time.sleep(0.05)
        groups = Counter(json.dumps(said, sort_keys=True) for said in self._said.values())
        if not groups:
            raise WorkerDied(self._nobody(), hint=NOBODY_HINT)
        most = max(groups.values())
        chosen = json.loads(min(text for text, count in groups.items() if count == most))
        self._measured = _as_measured(chosen)
        for address, said in list(self._said.items()):
            self._judge(address, said)

    def _nobody(self) -> str:
        if not self._threads:
            return "The cluster has no workers."
        reasons = "; ".join(f"{address}: {why}" for address, why in sorted(self.refused.items())[:3])
        return f"No machine of the cluster can be used. {reasons}"

    def places(self) -> dict[str, int] | None:
        """The machines that were taken and are there now; None while the scheduler is silent. WorkerDied when that lasts too long."""
        self._look()
        self._hear()
        return dict(self.taken) if self._is_in_touch else None

    def _look(self) -> None:
        """Ask the scheduler who is there; new machines are greeted, lost ones struck out."""
        now = time.monotonic()
        if now - self._looked_at < LOOK_S:
            return
        self._looked_at = now
        workers = self._workers()
        self._is_in_touch = workers is not None
        if workers is None:
            if now - self._heard_at > LOST_S:
                raise WorkerDied("The scheduler of the cluster was lost.", hint="what was graded is saved; run the same command again")
            return
        self._heard_at = now
        self._threads = {address: max(1, int(facts["nthreads"])) for address, facts in workers.items()}
        for address in [*self.taken, *self._greeting]:
            if address not in workers:
                if self.taken.pop(address, None) is not None:
                    self.notice(f"A machine was lost: {address}. Its work is given to others.")
                self._greeting.pop(address, None)
                self._said.pop(address, None)
        for address in workers:
            if address not in self.taken and address not in self.refused and address not in self._greeting and address not in self._said:
                self._greet(address)

    def _workers(self) -> dict[str, Any] | None:
        """Who is there, by address; None when the scheduler does not answer."""
        if self.client.status != "running":
            return None
        try:
            found: dict[str, Any] = self.client.sync(self.client.scheduler.identity, n_workers=-1, callback_timeout=5)["workers"]
        except Exception:  # whatever a broken connection raises, in whatever version
            return None
        return found

    def _greet(self, address: str) -> None:
        if not (address.startswith("tls://") or is_local(address)):
            self._refuse(address, "its link is not encrypted")
            return
        self._greeting[address] = self._submit(greet, address)

    def _submit(self, function: Callable[..., Any], address: str, *args: Any, turn: int = 0) -> Any:
        return self.client.submit(function, *args, workers=[address], allow_other_workers=False, pure=False, retries=0, priority=-turn)

    def _hear(self) -> None:
        """What greeted machines have answered."""
        for address, future in list(self._greeting.items()):
            if future.status == "pending":
                continue
            del self._greeting[address]
            try:
                said = future.result(timeout=10)
            except Exception as error:  # raised there: the program is missing, the checks differ, nothing isolates
                self._refuse(address, f"{type(error).__name__}: {error}")
                continue
            if "isolation" not in said:
                self._enlist(address, said)
            elif said["open_canaries"] and IsolationLevel(said["isolation"]).is_at_least(NEEDED):
                self._refuse(address, f"its isolation has holes: {', '.join(said['open_canaries'])} got through")
            elif self._measured is None:
                self._said[address] = said
            else:
                self._judge(address, said)

    def _enlist(self, address: str, greeting: Mapping[str, str]) -> None:
        """Send the run to a machine that runs the same program."""
        differing = [f"{name} {greeting.get(name)}, here {mine}" for name, mine in program().items() if greeting.get(name) != mine]
        if differing:
            self._refuse(address, "another version: " + ", ".join(differing))
        else:
            self._greeting[address] = self._submit(enlist, address, self.parcel)

    def _judge(self, address: str, said: Mapping[str, Any]) -> None:
        """Take a machine that measured what the run has."""
        self._said[address] = dict(said)
        measured = _as_measured(said)
        if measured == self._measured:
            self.taken[address] = self._threads.get(address, 1)
            return
        ours = self.measured
        names = [name for name in measured.environment if measured.environment[name] != ours.environment.get(name)]
        names += ["isolation"] if (measured.isolation, measured.layers) != (ours.isolation, ours.layers) else []
        self._refuse(address, f"it differs from the others in {', '.join(names)}")

    def _refuse(self, address: str, why: str) -> None:
        self.refused[address] = why
        self.notice(f"Not used: {address}, {why}.")

    # --- jobs --------------------------------------------------------------------------------------------------------------------

    def give(self, ticket: int, job: Job, patience: Patience | None, machine: str) -> None:
        """Send a job; its answer is put into the queue from another thread."""
        data = {"key": job.key, "slug": job.slug, "source": job.source, "own": dict(job.own)}
        try:
            future = self._submit(
                grade_one, machine, self.parcel["key"], data, asdict(patience) if patience is not None else None, turn=ticket
            )
        except Exception:  # whatever a connection that has just broken raises, in whatever version
            self.answers.put(Answer(ticket, None, is_lost=True))
            return
        with self._lock:
            self._flying[ticket] = future
        future.add_done_callback(lambda done: self._landed(ticket, machine, done))

    def _landed(self, ticket: int, machine: str, future: Any) -> None:
        with self._lock:
            known = self._flying.pop(ticket, None)
        if known is None:
            return
        if future.status == "cancelled":  # not by us: the scheduler is gone, or was restarted. It raises nothing
            self._looked_at = 0.0
            self.answers.put(Answer(ticket, None, is_lost=True))
            return
        try:
            said = _fetched(future)
            if said.get("is_unknown"):  # the machine was restarted: it is greeted again
                self._said.pop(machine, None)
                self.taken.pop(machine, None)
                raise _WentWithMachine
            outcome = outcome_from_dict(said["outcome"]) if said else None
            self.answers.put(Answer(ticket, outcome, cpu_s=said.get("cpu_s"), is_slow=outcome is None))
        except _WentWithMachine:
            self.answers.put(Answer(ticket, None, is_lost=True))
        except Exception as error:  # whatever went wrong over there is told in the result
            self.answers.put(Answer(ticket, None, f"{type(error).__name__}: {error}"))

    def forget(self, ticket: int) -> None:
        """Drop a job that nobody waits for."""
        with self._lock:
            future = self._flying.pop(ticket, None)
        if future is not None:
            future.release()

    def dismiss(self) -> None:
        """End the run on every machine that was told of it."""
        for ticket in list(self._flying):
            self.forget(ticket)
        if self.client.status != "running":
            return
        with contextlib.suppress(Exception):  # a machine that is gone has nothing to end, and one that cannot be reached ends it by itself
            self.client.run(leave, self.parcel["key"], workers=[each for each in self._said if each in self._threads], on_error="ignore")


class _WentWithMachine(Exception):
    """A job was done, and its machine was lost before the answer was here."""


def _fetched(future: Any) -> dict[str, Any]:
    """What a finished future holds, or the exception that was raised there. _WentWithMachine where neither can be had any more."""
    for _ in range(FETCH_TIMES):
        try:
            said: dict[str, Any] = future.result(timeout=FETCH_S)
        except TimeoutError:
            if future.status == "error":
                raise
            if future.status != "finished":  # dask waits on, for a machine that does not come back
                break
        else:
            return said
    raise _WentWithMachine


def _as_measured(said: Mapping[str, Any]) -> Measured:
    return Measured(IsolationLevel(said["isolation"]), dict(said["layers"]), dict(said["environment"]))
