"""What one call of a learner's function gives back, as plain data; knows nothing of how the call was made.

Two implementations produce these: the locked child (`sandbox`) and the in-process adapter (`local`), which authors and plain pytest use.
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import Any, Protocol

from grader.records import dataclass


class FailureKind(StrEnum):
    """Why a call gave no value."""

    RAISED = "raised"
    TIMED_OUT = "timed_out"
    OUT_OF_MEMORY = "out_of_memory"
    CRASHED = "crashed"
    MISSING = "missing"  # no such function, or not callable
    TODO = "todo"  # NotImplementedError
    SYNTAX = "syntax"  # the source cannot be read: syntax, encoding, NUL bytes
    NOT_ALLOWED = "not_allowed"  # an import that this exercise forbids
    UNSUPPORTED = "unsupported"  # a value that cannot cross the wall, or is too large
    PROTOCOL = "protocol"  # a forged or garbled frame
    DEAD = "dead"  # the child had already ended
    SPENT = "spent"  # calls before it used up what all calls of one file may take together


@dataclass(frozen=True, slots=True)
class Failure:
    """A call without a value. `message` is learner text, bounded and raw: whoever shows it escapes it.

    `exception` is a built-in exception name or "another exception" ("" if none); `lines` are line numbers in the learner's file,
    innermost last, or the line that was running when time ran out; `locals` describe the innermost learner frame (own machine only).
    """

    kind: FailureKind
    exception: str = ""
    message: str = ""
    lines: tuple[int, ...] = ()
    printed: str = ""
    locals: tuple[tuple[str, str], ...] = ()
    printed_lost: int = 0
    duration_cpu_s: float = 0.0


class Reply(Protocol):
    """A call with a value, however it was made. What is said of the arguments is a claim made beside learner code, best effort."""

    @property
    def value(self) -> Any:
        """The returned value: plain data."""
        ...

    @property
    def args(self) -> tuple[Any, ...]:
        """The positional arguments as they stand after the call, when they were asked for."""
        ...

    @property
    def kwargs(self) -> dict[str, Any]:
        """The keyword arguments as they stand after the call."""
        ...

    @property
    def aliases(self) -> frozenset[tuple[str, str]]:
        """Pairs of a result path and a path in an argument ("result[0]", "args[1]") or in a result of one of the calls before
        ("result", "earlier[0]") that share memory or identity."""
        ...

    @property
    def printed(self) -> str:
        """What the call printed, bounded."""
        ...

    @property
    def handle_calls(self) -> int:
        """How often the call called functions it was given; counted on the trusted side."""
        ...

    @property
    def size(self) -> int:
        """Bytes that crossed the wall with the value; 0 where there is none."""
        ...


@dataclass(frozen=True, slots=True)
class PlainReply:
    """A reply that holds everything; the wall has one of its own that decodes the arguments only when somebody looks."""

    value: Any
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)
    aliases: frozenset[tuple[str, str]] = frozenset()
    printed: str = ""
    handle_calls: int = 0
    size: int = 0
