"""The children that one program runs in: its own, started by the first call, and those of the solutions it needs.

Knows the wall by `Sandbox` and `Program`; knows no checks and no verdicts.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Protocol

from grader.checks.answers import Answers
from grader.checks.cases import Case
from grader.checks.limits import Limits, Patience
from grader.checks.local import LocalBackend
from grader.checks.replies import Failure, FailureKind, Reply
from grader.checks.sandbox import Child, Program, Sandbox
from grader.records import dataclass

FRESH_CHILDREN = 2  # after a death; then the remaining checks are not run


class WallBackend:
    """Calls in locked children, one at a time: the first is started by the first call, a dead one is replaced at most twice.

    All of them share one budget of time. With `patience`, OutOfPatience is raised where a try takes longer than that.
    """

    is_bounded = True

    def __init__(
        self,
        sandbox: Sandbox,
        program: Program,
        limits: Limits,
        *,
        fresh: int = FRESH_CHILDREN,
        answers: Answers | None = None,
        patience: Patience | None = None,
    ) -> None:
        self._sandbox = sandbox
        self._program = program
        self._limits = limits
        self._answers = answers
        self._patience = patience
        self._child: Child | None = None
        self._left = 1 + fresh
        self._stopped = 0  # calls that took too long
        self._has_loaded = False
        self.load_failure: Failure | None = None
        self.cpu_s = 0.0
        self._wall_s = 0.0
        self._served_s = 0.0

    def call(self, case: Case, *, want_args: bool, payload: bytes | None = None) -> Reply | Failure:
        """One call in the living child, or in a fresh one. DEAD when there is no child left, SPENT when there is no time for one."""
        if self.load_failure is not None:
            return self.load_failure
        child = self._living_child()
        if isinstance(child, Failure):
            return child
        if payload is not None:
            outcome = child.call_encoded(case.function, payload, want_args=want_args)
        else:
            outcome = child.call(case.function, case.args, case.kwargs, want_args=want_args)
        if not child.is_alive:
            self._drop()
        return outcome

    def _living_child(self) -> Child | Failure:
        if self._child is not None and not self._child.is_alive:  # it ended in a function that it had given to a check
            self._drop()
        if self._child is None:
            if self._left == 0:
                return Failure(FailureKind.DEAD)
            limits = self._limits_left()
            if limits is None:
                return Failure(FailureKind.SPENT)
            self._left -= 1
            child = self._sandbox.spawn(self._program, limits, answers=self._answers, patience=self._patience)
            self._child = child
            loaded = child.load()
            if isinstance(loaded, Failure):
                self.load_failure = self._seen_late(loaded) if self._has_loaded else loaded
                self._drop()
                return self.load_failure
            self._has_loaded = True
        return self._child

    @staticmethod
    def _seen_late(failure: Failure) -> Failure:
        """Why a file did not load that had loaded before: it could be read, so a child that says it cannot may tell of earlier calls."""
        return replace(failure, kind=FailureKind.RAISED) if failure.kind is FailureKind.SYNTAX else failure

    def _limits_left(self) -> Limits | None:
        """The limits of a fresh child; None when the ones before it left it no time."""
        cpu_s, wall_s = self._limits.total_cpu_s - self.cpu_s, self._limits.total_wall_s - self._wall_s
        served_s = self._limits.total_served_s - self._served_s
        if self._stopped >= self._limits.stopped_calls or min(cpu_s, wall_s, served_s) <= 0:
            return None
        return replace(self._limits, total_cpu_s=cpu_s, total_wall_s=wall_s, total_served_s=served_s)

    def _drop(self) -> None:
        if self._child is not None:
            self.cpu_s += self._child.cpu_s
            self._wall_s += self._child.wall_s
            self._served_s += self._child.served_s
            self._stopped += self._child.is_stopped
            if self._patience is not None:
                self._patience.cpu_s -= self._child.cpu_s
                self._patience.wall_s -= self._child.wall_s
            self._child.close()
            self._child = None

    def begin_run(self) -> None:
        """One more run of all checks: calls that were stopped in the one before are not held against it."""
        self._stopped = 0

    def used_cpu_s(self) -> float:
        """CPU seconds that all children have used so far."""
        return self.cpu_s + (self._child.cpu_s if self._child is not None else 0.0)

    def may_have_called(self) -> bool:
        """Always: nobody notes what goes on in a child."""
        return True

    def close(self) -> None:
        """Kill and reap whatever still runs."""
        self._drop()
        self._left = 0


class ProgramBackend(Protocol):
    """Where one program's calls go, with what it cost and why it did not load, if so. `is_bounded`: its memory has a limit."""

    load_failure: Failure | None
    is_bounded: bool

    def call(self, case: Case, *, want_args: bool, payload: bytes | None = None) -> Reply | Failure: ...
    def used_cpu_s(self) -> float: ...
    def may_have_called(self) -> bool:
        """Whether a function whose calls are noted may have been called since this was last asked."""


class HereBackend(LocalBackend):
    """Calls of a program of ours in this very process: no limits, no wall, no cost told."""

    load_failure: Failure | None = None
    is_bounded = False

    def __init__(self, module: ModuleType, noted: Sequence[str] = ()) -> None:
        """`noted`: functions whose calls are noted, whoever makes them."""
        super().__init__(module)
        self._has_called = self._is_blind = not noted
        for name in noted:
            setattr(module, name, self._noting(getattr(module, name)))

    def _noting(self, function: Callable[..., object]) -> Callable[..., object]:
        def noted(*args: object, **kwargs: object) -> object:
            self._has_called = True
            return function(*args, **kwargs)

        return noted

    def may_have_called(self) -> bool:
        """Whether one of the noted functions was called since this was last asked; always where none is noted."""
        called, self._has_called = self._has_called, self._is_blind
        return called

    def used_cpu_s(self) -> float:
        """Nothing that could be held against a limit."""
        return 0.0


class NeededSolution:
    """A second locked child that holds one solution (and what that one needs); started when it is first called."""

    def __init__(self, sandbox: Sandbox, program: Callable[[], Program], limits: Limits) -> None:
        self._sandbox = sandbox
        self._program = program
        self._limits = limits
        self._backend: WallBackend | None = None

    def function(self, name: str) -> Callable[..., object]:
        """A callable that forwards to the child. Raises the built-in exception that the solution raised."""

        def forward(*args: object, **kwargs: object) -> object:
            if self._backend is None:
                self._backend = WallBackend(self._sandbox, self._program(), self._limits)
            outcome = self._backend.call(Case(name, args, kwargs), want_args=False)
            if isinstance(outcome, Failure):
                raise _as_exception(outcome)
            return outcome.value

        forward.__name__ = name
        return forward

    def close(self) -> None:
        """Kill and reap the child, if one was started."""
        if self._backend is not None:
            self._backend.close()


def _as_exception(failure: Failure) -> Exception:
    kind = getattr(builtins, failure.exception, RuntimeError)
    is_usable = isinstance(kind, type) and issubclass(kind, Exception)
    try:
        return kind(failure.message) if is_usable else RuntimeError(failure.message)
    except TypeError:  # UnicodeDecodeError and its kin want more than a message
        return RuntimeError(failure.message)


@dataclass(frozen=True, slots=True)
class Session:
    """The children of one program: its own, and those of the solutions it needs. A context manager; leaving it kills them."""

    backend: WallBackend
    needed: list[NeededSolution]

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.backend.close()
        for solution in self.needed:
            solution.close()
