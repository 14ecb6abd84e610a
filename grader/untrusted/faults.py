"""What went wrong in a call, as plain data: a kind, a name, a message, the learner's own line numbers. No source text, no path."""

from __future__ import annotations

import builtins
import sys
from types import FrameType, TracebackType
from typing import Any

OTHER = "another exception"
MAX_MESSAGE = 2_000
MAX_LINES = 20
MAX_LOCALS = 12
_PLAIN = (bool, int, float, complex, str, bytes, type(None))


def describe(error: BaseException, kind: str, filename: str, *, want_locals: bool) -> dict[str, object]:
    """The body of an ERROR frame."""
    frames = own_frames(error.__traceback__, filename)
    lines = [line for line, _ in frames[-MAX_LINES:]]
    if isinstance(error, SyntaxError) and not lines and type(error.lineno) is int:
        lines = [error.lineno]
    return {
        "kind": kind,
        "name": name_of(error),
        "message": message_of(error),
        "lines": lines,
        "locals": short_locals(frames[-1][1]) if frames and want_locals else {},
    }


def name_of(error: BaseException) -> str:
    """The built-in name of the exception, or of the nearest kind above it that says something; else "another exception"."""
    for kind in type.__getattribute__(type(error), "__mro__"):
        if _is_built_in(kind):
            return str(kind.__name__) if kind is type(error) or kind not in (Exception, BaseException) else OTHER
    return OTHER


def _is_built_in(kind: type) -> bool:
    return getattr(builtins, str(type.__getattribute__(kind, "__name__")), None) is kind


def message_of(error: BaseException) -> str:
    """The exception's text, cut; behind its name if that is not a built-in one. A syntax error keeps its reason only."""
    try:
        if isinstance(error, SyntaxError):
            text = str(error.msg)
        elif isinstance(error, KeyError) and len(error.args) == 1:
            text = repr(error.args[0])
        else:
            text = str(error)
    except MemoryError:
        raise
    except BaseException as inner:  # learner code may define __str__
        text = f"(its text cannot be made: {name_of(inner)})"
    if not _is_built_in(type(error)):
        text = f"{str(type.__getattribute__(type(error), '__name__'))[:60]}: {text}"
    return text[:MAX_MESSAGE]


def own_frames(trace: TracebackType | None, filename: str) -> list[tuple[int, FrameType]]:
    """(line, frame) of the frames that run the submission's own file, innermost last; very long chains keep both ends."""
    frames: list[tuple[int, FrameType]] = []
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == filename:
            frames.append((trace.tb_lineno, trace.tb_frame))
            if len(frames) > 4 * MAX_LINES:
                del frames[MAX_LINES : 3 * MAX_LINES]
        trace = trace.tb_next
    return frames


def short_locals(frame: FrameType) -> dict[str, str]:
    """Names and short descriptions at that line: type, shape, small values of plain types."""
    described: dict[str, str] = {}
    for name, value in list(frame.f_locals.items()):
        if len(described) < MAX_LOCALS and not name.startswith("__") and not callable(value) and type(value) is not type(sys):
            described[name] = describe_value(value)
    return described


def describe_value(value: Any) -> str:
    """At most about 80 characters about a value, running none of the learner's methods."""
    numpy: Any = sys.modules.get("numpy")
    kind = type(value)
    if kind in _PLAIN:
        return _cut(repr(value) if not isinstance(value, (str, bytes)) else repr(value[:80]))
    if numpy is not None and kind is numpy.ndarray:
        head = f"array {value.shape} {value.dtype.str[1:]}"
        return _cut(f"{head} {value.tolist()}") if value.size <= 8 and value.dtype.kind in "biufc" else head
    if kind in (list, tuple, dict, set):
        head = f"{kind.__name__} of {len(value)}"
        plain = kind in (list, tuple) and len(value) <= 8 and all(type(item) in _PLAIN[:4] for item in value)
        return _cut(f"{head} {value!r}") if plain else head
    return _cut(str(type.__getattribute__(kind, "__name__")))


def _cut(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"
