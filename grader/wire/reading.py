"""Bytes to values; whatever a forged body provokes ends as an error of ours, at a bounded cost."""

from __future__ import annotations

import struct
from collections.abc import Callable

from grader.wire.terms import Adopt, Body, Handle, IteratorHandle, TooLarge, WireError, WireLimits

_U32 = struct.Struct("<I")
_I64 = struct.Struct("<q")
_F64 = struct.Struct("<d")
_F64X2 = struct.Struct("<dd")


class Reader:
    __slots__ = ("adopt", "data", "end", "items", "limits", "nodes", "odd_bytes", "odd_keys", "position")

    def __init__(self, data: Body, limits: WireLimits, adopt: Adopt | None, start: int) -> None:
        self.data = data
        self.end = len(data)
        self.position = start
        self.limits = limits
        self.nodes = limits.nodes
        self.items = limits.items
        self.odd_keys = limits.odd_keys
        self.odd_bytes = limits.odd_bytes
        self.adopt = adopt

    def take(self, depth: int) -> object:
        self.nodes -= 1
        if self.nodes < 0:
            raise TooLarge("too many values")
        tag = self.data[self.position]
        self.position += 1
        read = READERS[tag]
        if read is None:
            raise WireError("unknown tag")
        return read(self, depth)

    def span(self, size: int) -> int:
        """Moves over `size` bytes that must be there; the position they start at."""
        start = self.position
        if size > self.end - start:
            raise WireError("a length points outside the body")
        self.position = start + size
        return start

    def count(self) -> int:
        return int(_U32.unpack_from(self.data, self.span(4))[0])

    def chunk(self, size: int) -> Body:
        start = self.span(size)
        return self.data[start : start + size]

    def open_container(self, depth: int, smallest_item: int) -> int:
        """The count of a container whose items take at least `smallest_item` bytes each."""
        if depth >= self.limits.depth:
            raise TooLarge(f"nested deeper than {self.limits.depth}")
        count = self.count()
        if count * smallest_item > self.end - self.position or count > self.nodes:
            raise TooLarge("more items than the body can hold")
        return count

    def take_key(self, depth: int) -> object:
        """A dict key or set item: hashable, and within the caps for keys that are not str."""
        start = self.position
        key = self.take(depth)
        if type(key) is not str:
            self.odd_keys -= 1
            self.odd_bytes -= self.position - start
            if self.odd_keys < 0 or self.odd_bytes < 0:
                raise TooLarge("too many keys that are not text")
        hash(key)
        return key


def _read_int(reader: Reader, depth: int) -> object:
    return _I64.unpack_from(reader.data, reader.span(8))[0]


def _read_big_int(reader: Reader, depth: int) -> object:
    size = reader.count()
    if size > reader.limits.int_bytes:
        raise TooLarge("an int of more than 4300 digits")
    return int.from_bytes(reader.chunk(size), "little", signed=True)


def _read_float(reader: Reader, depth: int) -> object:
    return _F64.unpack_from(reader.data, reader.span(8))[0]


def _read_complex(reader: Reader, depth: int) -> object:
    return complex(*_F64X2.unpack_from(reader.data, reader.span(16)))


def _read_str(reader: Reader, depth: int) -> object:
    return reader.chunk(reader.count()).decode("utf-8", "surrogatepass")


def _read_bytes(reader: Reader, depth: int) -> object:
    return bytes(reader.chunk(reader.count()))


def _read_list(reader: Reader, depth: int) -> object:
    count = reader.open_container(depth, 1)
    return [reader.take(depth + 1) for _ in range(count)]


def _read_tuple(reader: Reader, depth: int) -> object:
    count = reader.open_container(depth, 1)
    return tuple([reader.take(depth + 1) for _ in range(count)])


def _read_numbers(reader: Reader, letter: str) -> object:
    count = reader.count()
    reader.items -= count
    if reader.items < 0:
        raise TooLarge("too many numbers in lists")
    kind = reader.chunk(1)
    values = struct.unpack_from(f"<{count}{letter}", reader.data, reader.span(8 * count))
    if kind == b"l":
        return list(values)
    if kind == b"t":
        return values
    raise WireError("unknown sequence")


def _read_floats(reader: Reader, depth: int) -> object:
    return _read_numbers(reader, "d")


def _read_ints(reader: Reader, depth: int) -> object:
    return _read_numbers(reader, "q")


def _read_dict(reader: Reader, depth: int) -> object:
    count = reader.open_container(depth, 2)
    result = {}
    for _ in range(count):
        key = reader.take_key(depth + 1)
        result[key] = reader.take(depth + 1)
    if len(result) != count:
        raise WireError("a key occurs twice")
    return result


def _read_set(reader: Reader, depth: int) -> object:
    count = reader.open_container(depth, 1)
    result = {reader.take_key(depth + 1) for _ in range(count)}
    if len(result) != count:
        raise WireError("an item occurs twice")
    return result


def _read_frozenset(reader: Reader, depth: int) -> object:
    return frozenset(_read_set(reader, depth))  # type: ignore[call-overload]  # _read_set returns a set


def _read_handle(reader: Reader, depth: int) -> object:
    number = reader.count()
    return _adopted(reader, Handle(number, reader.chunk(min(reader.count(), 200)).decode("utf-8", "replace")))


def _read_iterator(reader: Reader, depth: int) -> object:
    return _adopted(reader, IteratorHandle(reader.count()))


def _adopted(reader: Reader, handle: Handle | IteratorHandle) -> object:
    return handle if reader.adopt is None else reader.adopt(handle)


READERS: list[Callable[[Reader, int], object] | None] = [None] * 256
for _tag, _read in {
    "N": lambda reader, depth: None,
    "T": lambda reader, depth: True,
    "F": lambda reader, depth: False,
    "i": _read_int,
    "I": _read_big_int,
    "f": _read_float,
    "c": _read_complex,
    "s": _read_str,
    "b": _read_bytes,
    "l": _read_list,
    "t": _read_tuple,
    "D": _read_floats,
    "Q": _read_ints,
    "d": _read_dict,
    "S": _read_set,
    "Z": _read_frozenset,
    "h": _read_handle,
    "y": _read_iterator,
}.items():
    READERS[ord(_tag)] = _read
