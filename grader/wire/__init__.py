"""The border's codec: plain values and raw array bytes, tagged, every length capped. Both sides of the wall import it.

It must not know processes, checks or learner code, must not execute or look up anything named in a frame, and imports only the
standard library; numpy is touched when the process has loaded it, or when an array arrives. Whatever is wrong with a value or a
frame is a `WireError`, never another exception.

A frame is `HEADER` (body length, kind, id) and a body. A body is one or more encoded values:

    N None · T F bool · i int64 · I larger int · f float · c complex · s str · b bytes
    l t S Z list, tuple, set, frozenset (count, items) · d dict (count, key, value, …) · D Q homogeneous float / int64 list or tuple
    n a numpy scalar, array (dtype code, shape, bytes) · g numpy Generator (name, state) · h y function handle, iterator handle

Types are matched exactly: a subclass is not its base. Sets are written in the order of their encoded items, so equal values give
equal bytes.
"""

from __future__ import annotations

from grader.wire.arrays import copy_back, mutable_arguments, warm
from grader.wire.reading import Reader
from grader.wire.terms import (
    CALL,
    CALL_HEAD,
    DEFAULT,
    ERROR,
    EXIT_NO_MEMORY,
    HEADER,
    HELLO,
    INVOKE,
    LOAD,
    NEXT,
    RETURN,
    WANT_ARGS,
    YOURS,
    Adopt,
    Body,
    Export,
    Handle,
    IteratorHandle,
    TooLarge,
    Unsupported,
    WireError,
    WireLimits,
)
from grader.wire.writing import Writer

__all__ = [
    "CALL",
    "CALL_HEAD",
    "DEFAULT",
    "ERROR",
    "EXIT_NO_MEMORY",
    "HEADER",
    "HELLO",
    "INVOKE",
    "LOAD",
    "NEXT",
    "RETURN",
    "WANT_ARGS",
    "YOURS",
    "Adopt",
    "Body",
    "Export",
    "Handle",
    "IteratorHandle",
    "TooLarge",
    "Unsupported",
    "WireError",
    "WireLimits",
    "copy_back",
    "decode",
    "decode_all",
    "encode",
    "mutable_arguments",
    "warm",
]


def encode(value: object, *, limits: WireLimits = DEFAULT, export: Export | None = None) -> bytes:
    """The bytes of one value. Raises Unsupported or TooLarge."""
    writer = Writer(limits, export)
    try:
        writer.put(value, 0)
    except (WireError, MemoryError):
        raise
    except RecursionError:
        raise TooLarge("the value is nested too deeply") from None
    data = b"".join(writer.parts)
    if len(data) > limits.bytes:
        raise TooLarge(f"the value takes {len(data)} bytes, more than {limits.bytes}")
    return data


def decode(data: Body, *, limits: WireLimits = DEFAULT, adopt: Adopt | None = None, start: int = 0) -> object:
    """The one value that `data` holds, from `start` to its last byte. Raises WireError."""
    (value,) = decode_all(data, 1, limits=limits, adopt=adopt, start=start)
    return value


def decode_all(data: Body, count: int, *, limits: WireLimits = DEFAULT, adopt: Adopt | None = None, start: int = 0) -> list[object]:
    """The `count` values that `data` holds one after the other, from `start` to its last byte. Raises WireError."""
    if len(data) > limits.bytes:
        raise TooLarge(f"a body of {len(data)} bytes, more than {limits.bytes}")
    reader = Reader(data, limits, adopt, start)
    try:
        values = [reader.take(0) for _ in range(count)]
    except WireError:
        raise
    except Exception as error:  # whatever a forged body provokes is the same to the caller: not ours
        raise WireError(f"unreadable body: {type(error).__name__}") from None
    if reader.position != len(data):
        raise WireError("bytes left over after the value")
    return values
