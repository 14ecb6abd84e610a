"""Values to bytes, dispatched on the exact type."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from grader.wire.terms import Export, Handle, IteratorHandle, TooLarge, Unsupported, WireLimits

_COUNT = struct.Struct("<BI")
_INT = struct.Struct("<Bq")
_FLOAT = struct.Struct("<Bd")
_COMPLEX = struct.Struct("<Bdd")
_U32 = struct.Struct("<I")

LATE_TYPES: list[Callable[[], bool]] = []
"""Asked about an unknown type: each adds writers if it can by now, and says whether it has."""


class Writer:
    __slots__ = ("depth", "export", "int_bytes", "items", "nodes", "parts")

    def __init__(self, limits: WireLimits, export: Export | None) -> None:
        self.parts: list[Any] = []
        self.nodes = limits.nodes
        self.items = limits.items
        self.depth = limits.depth
        self.int_bytes = limits.int_bytes
        self.export = export

    def put(self, value: object, depth: int) -> None:
        self.nodes -= 1
        if self.nodes < 0:
            raise TooLarge("too many values")
        write = WRITERS.get(type(value))
        if write is not None:
            write(self, value, depth)
        else:
            self.put_foreign(value, depth)

    def put_foreign(self, value: object, depth: int) -> None:
        if any(hook() for hook in LATE_TYPES):
            self.nodes += 1
            self.put(value, depth)
            return
        if self.export is None:
            raise Unsupported(f"{type_name(value)} values do not cross")
        replacement = self.export(value)
        write = WRITERS.get(type(replacement))
        if write is None:
            raise Unsupported(f"{type_name(value)} values do not cross")
        write(self, replacement, depth)

    def put_items(self, tag: int, values: Any, depth: int) -> None:
        if depth >= self.depth:
            raise TooLarge(f"nested deeper than {self.depth}")
        self.parts.append(_COUNT.pack(tag, len(values)))
        for value in values:
            self.put(value, depth + 1)


def type_name(value: object) -> str:
    name = type.__getattribute__(type(value), "__name__")
    return str(name)[:60]


def _write_none(writer: Writer, value: Any, depth: int) -> None:
    writer.parts.append(b"N")


def _write_bool(writer: Writer, value: Any, depth: int) -> None:
    writer.parts.append(b"T" if value else b"F")


def _write_int(writer: Writer, value: Any, depth: int) -> None:
    if -0x8000000000000000 <= value <= 0x7FFFFFFFFFFFFFFF:
        writer.parts.append(_INT.pack(0x69, value))
        return
    size = value.bit_length() // 8 + 1
    if size > writer.int_bytes:
        raise TooLarge("an int of more than 4300 digits")
    writer.parts += (_COUNT.pack(0x49, size), value.to_bytes(size, "little", signed=True))


def _write_float(writer: Writer, value: Any, depth: int) -> None:
    writer.parts.append(_FLOAT.pack(0x66, value))


def _write_complex(writer: Writer, value: Any, depth: int) -> None:
    writer.parts.append(_COMPLEX.pack(0x63, value.real, value.imag))


def _write_str(writer: Writer, value: Any, depth: int) -> None:
    data = value.encode("utf-8", "surrogatepass")
    writer.parts += (_COUNT.pack(0x73, len(data)), data)


def _write_bytes(writer: Writer, value: Any, depth: int) -> None:
    writer.parts += (_COUNT.pack(0x62, len(value)), value)


def _write_sequence(writer: Writer, value: Any, depth: int) -> None:
    tag = 0x6C if type(value) is list else 0x74
    if len(value) > 3:
        types = set(map(type, value))
        if len(types) == 1 and _write_numbers(writer, value, tag, types.pop()):
            return
    writer.put_items(tag, value, depth)


def _write_numbers(writer: Writer, value: Any, tag: int, kind: type) -> bool:
    """Writes a list of floats or of int64s as raw numbers; whether it did."""
    if kind is not float and kind is not int:
        return False
    writer.items -= len(value)
    if writer.items < 0:
        raise TooLarge("too many numbers in lists")
    try:
        packed = struct.pack(f"<{len(value)}{'d' if kind is float else 'q'}", *value)
    except struct.error:  # an int beyond 64 bits
        return False
    writer.parts += (_COUNT.pack(0x44 if kind is float else 0x51, len(value)), b"l" if tag == 0x6C else b"t", packed)
    return True


def _write_dict(writer: Writer, value: Any, depth: int) -> None:
    if depth >= writer.depth:
        raise TooLarge(f"nested deeper than {writer.depth}")
    writer.parts.append(_COUNT.pack(0x64, len(value)))
    for key, item in value.items():
        writer.put(key, depth + 1)
        writer.put(item, depth + 1)


def _write_set(writer: Writer, value: Any, depth: int) -> None:
    if depth >= writer.depth:
        raise TooLarge(f"nested deeper than {writer.depth}")
    outer, encoded = writer.parts, []
    for item in value:
        writer.parts = []
        writer.put(item, depth + 1)
        encoded.append(b"".join(writer.parts))
    writer.parts = outer
    outer.append(_COUNT.pack(0x53 if type(value) is set else 0x5A, len(encoded)))
    outer += sorted(encoded)


def _write_handle(writer: Writer, value: Any, depth: int) -> None:
    name = value.name.encode("utf-8", "surrogatepass")[:200]
    writer.parts += (_COUNT.pack(0x68, value.number), _U32.pack(len(name)), name)


def _write_iterator(writer: Writer, value: Any, depth: int) -> None:
    writer.parts.append(_COUNT.pack(0x79, value.number))


WRITERS: dict[type, Callable[[Writer, Any, int], None]] = {
    type(None): _write_none,
    bool: _write_bool,
    int: _write_int,
    float: _write_float,
    complex: _write_complex,
    str: _write_str,
    bytes: _write_bytes,
    list: _write_sequence,
    tuple: _write_sequence,
    dict: _write_dict,
    set: _write_set,
    frozenset: _write_set,
    Handle: _write_handle,
    IteratorHandle: _write_iterator,
}
