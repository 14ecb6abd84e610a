"""What one call of a learner's function gives back, as plain data; knows nothing of how the call was made.

Two implementations produce these: the locked child (`sandbox`) and the in-process adapter (`local`), which authors and plain pytest use.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


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
    printed_lost: int = 0
    locals: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """A call with a value. `args` and `kwargs` are the arguments as they stand after the call, when they were asked for.

    `aliases` pairs a result path with an argument path that shares memory or identity, e.g. ("result[0]", "args[1]"): a claim made
    beside learner code, best effort. `handle_calls` is counted on the trusted side.
    """

    value: object
    args: tuple[object, ...] = ()
    kwargs: dict[str, object] = field(default_factory=dict)
    aliases: frozenset[tuple[str, str]] = frozenset()
    printed: str = ""
    printed_lost: int = 0
    handle_calls: int = 0
    duration_cpu_s: float = 0.0
