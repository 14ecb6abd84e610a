"""The sandbox: one warm server, and a locked child for each (submission, exercise). The one module of the trusted side that starts it."""

from __future__ import annotations

import contextlib
from types import TracebackType
from typing import Any

from grader import wire
from grader.checks import canaries, outer
from grader.checks.answers import Answers
from grader.checks.canaries import CanaryResult, require_closed
from grader.checks.channel import Deadline, Ended, Garbled, OutOfTime
from grader.checks.child import Child, Process, encode_call
from grader.checks.isolation import Isolation, judge
from grader.checks.limits import Limits, Patience
from grader.checks.outcome import Failure, FailureKind, LearnerError, Loaded, Program, Reply
from grader.checks.servers import WALLS, ForkServer
from grader.checks.spawner import Spawner
from grader.errors import IsolationUnavailable, WorkerDied
from grader.results import IsolationLevel

__all__ = [
    "EVERY_WALL",
    "CanaryResult",
    "Child",
    "Failure",
    "FailureKind",
    "Isolation",
    "LearnerError",
    "Limits",
    "Loaded",
    "Program",
    "Reply",
    "Sandbox",
    "encode_call",
    "require_closed",
]

_HELLO_CPU_S, _HELLO_WALL_S = 10.0, 30.0
OUTER = "outer"
EVERY_WALL = (*WALLS, OUTER)


class Sandbox:
    """A context manager. Start it from the main thread: the server dies with the thread that started it."""

    def __init__(self, *, walls: tuple[str, ...]) -> None:
        self._walls = walls
        self._server = self._new_server()
        self.isolation = Isolation(IsolationLevel.NONE)

    @classmethod
    def start(cls, *, level: IsolationLevel | None = None, walls: tuple[str, ...] = EVERY_WALL) -> Sandbox:
        """Starts a server and measures what a child of it cannot do. `level` None takes the best there is.

        Fewer `walls` are for showing what each of them does; `separated` has none.

        Raises IsolationUnavailable when the measured level is below the one asked for, WorkerDied when nothing starts at all.
        """
        if level is IsolationLevel.NONE:
            raise IsolationUnavailable("This program always runs learner code in a process of its own; ask for `separated`.")
        sandbox = cls(walls=() if level is IsolationLevel.SEPARATED else walls)
        try:
            process, layers = sandbox._started(Limits())
            _discard(process)
            sandbox.isolation = judge(layers)
            if level is not None and not sandbox.isolation.level.is_at_least(level):
                raise IsolationUnavailable(
                    f"Learner code can only be `{sandbox.isolation.level}` here, not `{level}`. " + " ".join(sandbox.isolation.reasons)
                )
        except BaseException:
            sandbox.close()
            raise
        return sandbox

    def _new_server(self) -> ForkServer | Spawner:
        if not ForkServer.is_possible():
            return Spawner()
        if OUTER in self._walls and outer.is_possible():
            with contextlib.suppress(WorkerDied):
                return ForkServer(walls=self._walls, is_wrapped=True)
        return ForkServer(walls=self._walls)

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def spawn(self, program: Program, limits: Limits, *, answers: Answers | None = None, patience: Patience | None = None) -> Child:
        """A locked child that holds no learner byte yet; `load` it. `answers` are those that its needed solutions gave before,
        `patience` what is left of a first try.

        Raises IsolationUnavailable if a layer is missing in it.
        """
        try:
            process, layers = self._started(limits)
        except WorkerDied:  # the server was killed: once more with a new one
            self._server.close()
            self._server = self._new_server()
            process, layers = self._started(limits)
        if layers != self.isolation.layers:
            _discard(process)
            raise IsolationUnavailable("A child reported other layers than were measured at the start; nothing was run in it.")
        return Child(process, program, limits, answers, patience=patience, can_kill_itself=layers.get("seccomp") != "no-fs")

    @property
    def server_pid(self) -> int:
        """The process that learner code is forked from; 0 where every child is started anew."""
        return self._server.pid

    def canaries(self) -> tuple[CanaryResult, ...]:
        """Tries some ninety attacks in a real child; `require_closed` refuses if one works."""
        return canaries.run(self.spawn)

    def _started(self, limits: Limits) -> tuple[Process, dict[str, str]]:
        """A child and the layers that it reports, before it is given anything."""
        process = self._server.spawn(limits)
        channel = process.channel(wire.DEFAULT.bytes)
        try:
            deadline = Deadline(process.cpu_s, _HELLO_CPU_S, _HELLO_WALL_S)
            kind, _, body = channel.receive(deadline)
            layers: Any = wire.decode(body)
        except (OutOfTime, Ended, Garbled, wire.WireError) as error:
            _discard(process)
            raise WorkerDied("A child ended before it said what confines it") from error
        if kind != wire.HELLO or type(layers) is not dict:
            _discard(process)
            raise WorkerDied("A child did not say what confines it")
        return process, layers

    def close(self) -> None:
        """Ends the server and every child."""
        self._server.close()


def _discard(process: Process) -> None:
    """Ends a child that nobody has been given."""
    process.end()
    process.channel(0).close()
    process.release()
