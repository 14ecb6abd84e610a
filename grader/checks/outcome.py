"""What goes into a child and what comes out of a call, as plain data. Knows no process and no pipe."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from grader.checks.replies import Failure, FailureKind
from grader.records import dataclass

FATAL = frozenset({FailureKind.TIMED_OUT, FailureKind.CRASHED, FailureKind.PROTOCOL, FailureKind.DEAD, FailureKind.SPENT})
"""After one of these the child is gone."""


@dataclass(frozen=True, slots=True)
class Program:
    """One module to load, with what it may import. `filename` is what its own lines are reported under."""

    module: str
    source: bytes
    filename: str
    others: Mapping[str, bytes] = field(default_factory=dict)
    handles: Mapping[str, Mapping[str, Callable[..., Any]]] = field(default_factory=dict)
    forbidden: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Loaded:
    """The module ran; `names` are the public callables that it defines."""

    names: tuple[str, ...]
    printed: str = ""
    printed_lost: int = 0
    duration_cpu_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Reply:
    """A value, and what the child says about the call. `args`, `kwargs` and `aliases` are claims of the child: best effort.

    When the child says that the arguments are unchanged, `args` and `kwargs` are read from the request, at the first look.
    """

    value: Any
    printed: str
    printed_lost: int
    args_changed: bool
    aliases: frozenset[tuple[str, str]]
    handle_calls: int
    duration_cpu_s: float
    _arguments: Callable[[], tuple[tuple[Any, ...], dict[str, Any]]]
    size: int = 0  # bytes that crossed the wall

    @property
    def args(self) -> tuple[Any, ...]:
        """The positional arguments as they stand after the call; () when they were not asked for."""
        return self._arguments()[0]

    @property
    def kwargs(self) -> dict[str, Any]:
        """The keyword arguments as they stand after the call."""
        return self._arguments()[1]


__all__ = ["FATAL", "Failure", "FailureKind", "LearnerError", "Loaded", "Program", "Reply"]


class LearnerError(Exception):
    """Raised in trusted code that calls a learner's function handle, or pulls a learner's iterator, and gets no value."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message or failure.kind.value)
        self.failure = failure
