"""The terms of the border: frame kinds, errors, caps, handles."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass

HEADER = struct.Struct("<IBI")
"""Body length in bytes, frame kind, id of the request that this frame is, or answers."""

# Frame kinds. Requests go both ways and nest: each side answers the latest open request of the other first.
HELLO = 1  # child, once: its layers, as measured
LOAD = 2  # parent: run a module
CALL = 3  # parent: call a function of the module
INVOKE = 4  # either: call a handle of the other side
NEXT = 5  # either: pull an item of an iterator of the other side
RETURN = 6  # answer
ERROR = 7  # answer

CALL_HEAD = struct.Struct("<BH")
"""A CALL body: flags, length of the function's name; then the name in UTF-8 and the encoded (args, kwargs)."""

EXIT_NO_MEMORY = 77
"""Exit status of a child that could not even tell that memory was out."""

WANT_ARGS = 1
YOURS = 1 << 31
"""Set in a handle's number when it goes home: the receiver made it."""


class WireError(Exception):
    """A value that may not cross, or a frame that is not ours."""


class Unsupported(WireError):
    """A value of a type that does not cross."""


class TooLarge(WireError):
    """A value beyond a cap: bytes, depth, number of values, digits."""


@dataclass(frozen=True, slots=True)
class WireLimits:
    """Caps on one body. The defaults bound what a hostile body can cost its reader: about 0.3 s and 300 MB at the very worst."""

    bytes: int = 64 << 20
    depth: int = 64
    nodes: int = 262_144  # values of any kind; an empty set of 5 bytes becomes 216 bytes of memory
    items: int = 1_000_000  # numbers inside homogeneous lists
    odd_keys: int = 2_048  # dict keys and set items that are not str: their hashes are unsalted, so collisions can be made
    odd_bytes: int = 65_536  # encoded size of all those keys together
    int_bytes: int = 1_785  # below 10**4300, which str() still prints
    dims: int = 32


DEFAULT = WireLimits()


@dataclass(frozen=True, slots=True)
class Handle:
    """A function that stays where it is; the other side may ask for it to be called."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class IteratorHandle:
    """An iterator that stays where it is; the other side may pull items, one a time."""

    number: int


Body = bytes | bytearray

Export = Callable[[object], object]
"""Called with a value of unknown type; returns what to encode in its place, or raises Unsupported."""

Adopt = Callable[[Handle | IteratorHandle], object]
"""Called with a decoded handle; returns what stands for it on this side."""
