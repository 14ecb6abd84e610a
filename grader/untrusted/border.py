"""The child's side of the wire: frames in and out, and handles both ways. Knows no module and no verdict.

Requests nest strictly: while the child waits for an answer, the parent may ask for one of the child's own handles, which is served
first. A learner's thread cannot use the wire: only the thread that serves may.
"""

from __future__ import annotations

import builtins
import os
import threading
from collections.abc import Callable
from types import AsyncGeneratorType, CoroutineType
from typing import Any

from grader import wire

_PLAIN: tuple[tuple[type, Callable[[Any], object]], ...] = (
    (dict, dict.copy),
    (list, list.copy),
    (tuple, lambda value: tuple(tuple.__iter__(value))),
    (str, str.__str__),
    (int, int.__int__),
    (float, float.__float__),
    (bytes, b"".__add__),
    (set, lambda value: set(set.__iter__(value))),
)
"""What a value of a kind made from a built-in one holds, whatever its own methods say: a named tuple, a Counter, a member of a StrEnum."""
MAX_OWN_HANDLES = 10_000


class RemoteFunction:
    """A trusted function, called over the wall."""

    def __init__(self, border: Border, handle: wire.Handle) -> None:
        self._border = border
        self._handle = handle
        self.__name__ = self.__qualname__ = handle.name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._border.invoke(self._handle.number, args, kwargs)


class RemoteIterator:
    """A trusted iterator, pulled over the wall."""

    def __init__(self, border: Border, handle: wire.IteratorHandle) -> None:
        self._border = border
        self._handle = handle

    def __iter__(self) -> RemoteIterator:
        return self

    def __next__(self) -> Any:
        return self._border.pull(self._handle.number)


class Border:
    """Two pipes and what crosses them."""

    def __init__(self, read_fd: int, write_fd: int, limits: wire.WireLimits) -> None:
        self._read_fd = read_fd
        self._write_fd = write_fd
        self.limits = limits
        self._own: dict[int, Any] = {}
        self._own_numbers: dict[int, int] = {}
        self._thread = threading.get_ident()
        self._next_id = 1 << 16
        self._read, self._write = os.read, os.write
        self._write_parts = getattr(os, "writev", None)
        self.serve_nested: Callable[[int, int, wire.Body], None] | None = None

    def receive(self) -> tuple[int, int, wire.Body]:
        """The next frame: kind, id, body. Ends the process at the end of the stream: the parent is gone."""
        size, kind, request_id = wire.HEADER.unpack(self._read_exactly(wire.HEADER.size))
        return kind, request_id, self._read_exactly(size) if size else b""

    def _read_exactly(self, size: int) -> wire.Body:
        """So many bytes. Raises MemoryError if they do not fit; they are passed over then, so that the next frame is found."""
        missing = size
        try:
            data = self._read(self._read_fd, min(size, 1 << 16))
            missing -= len(data)
            if not missing:
                return data
            whole = bytearray(size)
            whole[: len(data)] = data
            rest = memoryview(whole)[len(data) :]
            while rest and data:
                data = self._read(self._read_fd, min(len(rest), 1 << 20))
                missing -= len(data)
                rest[: len(data)] = data
                rest = rest[len(data) :]
        except MemoryError:
            self._pass_over(missing)
            raise
        if rest:
            os._exit(0)
        return whole

    def _pass_over(self, size: int) -> None:
        while size:
            passed = len(self._read(self._read_fd, min(size, 1 << 12)))
            if not passed:
                os._exit(0)
            size -= passed

    def send(self, kind: int, request_id: int, *bodies: bytes) -> None:
        """Writes one frame whole; its body is the parts one after the other."""
        parts = [wire.HEADER.pack(sum(map(len, bodies)), kind, request_id), *bodies]
        if self._write_parts is not None:
            sent = self._write_parts(self._write_fd, parts)
            if sent == sum(map(len, parts)):
                return
        else:
            sent = 0
        data = memoryview(b"".join(parts))
        while sent < len(data):
            sent += self._write(self._write_fd, data[sent:])

    def encode(self, value: object) -> bytes:
        return wire.encode(value, limits=self.limits, export=self.export)

    def decode(self, body: wire.Body, start: int = 0) -> Any:
        return wire.decode(body, adopt=self.adopt, start=start)

    def adopt(self, handle: wire.Handle | wire.IteratorHandle) -> object:
        """A remote function or iterator, or the child's own one that came home."""
        if handle.number & wire.YOURS:
            return self._own[handle.number & ~wire.YOURS]
        return RemoteFunction(self, handle) if isinstance(handle, wire.Handle) else RemoteIterator(self, handle)

    def export(self, value: Any) -> object:
        """What stands on the wire for a function, an iterator, or a value of a kind that is made from a built-in one."""
        kind = type(value)
        if kind is RemoteFunction:
            return wire.Handle(value._handle.number | wire.YOURS, value._handle.name)
        if kind is RemoteIterator:
            return wire.IteratorHandle(value._handle.number | wire.YOURS)
        for plain, held in _PLAIN:
            if isinstance(value, plain):
                return held(value)
        if hasattr(kind, "__next__"):
            return wire.IteratorHandle(self._register(value))
        if callable(value):
            return wire.Handle(self._register(value), str(getattr(value, "__name__", "function"))[:60])
        name = str(type.__getattribute__(kind, "__name__"))[:60]
        if kind in (CoroutineType, AsyncGeneratorType):
            raise wire.Unsupported(f"a {name} is no value: it is what a function with `async def` gives; write `def` in place of it")
        raise wire.Unsupported(f"a value of type {name} cannot be handed over: plain Python values and numpy arrays can")

    def export_as_received(self, value: Any) -> object:
        """Like `export`, but writes what came from the parent as it came: for comparing arguments with what arrived."""
        if type(value) in (RemoteFunction, RemoteIterator):
            return value._handle
        return self.export(value)

    def _register(self, value: Any) -> int:
        number = self._own_numbers.get(id(value))
        if number is None:
            number = len(self._own)
            if number >= MAX_OWN_HANDLES:
                raise wire.TooLarge("too many functions handed over")
            self._own[number] = value
            self._own_numbers[id(value)] = number
        return number

    def own(self, number: int) -> Any:
        """A handle that this child gave out."""
        return self._own[number]

    def invoke(self, number: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Calls a trusted function; copies changed arguments back in place."""
        value, changes = self._ask(wire.INVOKE, self.encode((number, args, kwargs)))
        for key, changed in changes.items():
            wire.copy_back(args[key] if isinstance(key, int) else kwargs[key], changed)
        return value

    def pull(self, number: int) -> Any:
        """The next item of a trusted iterator."""
        found, item = self._ask(wire.NEXT, self.encode(number))
        if not found:
            raise StopIteration
        return item

    def _ask(self, kind: int, body: bytes) -> Any:
        if threading.get_ident() != self._thread:
            raise RuntimeError("this function can only be called from the main thread")
        self._next_id += 1
        request_id = self._next_id
        self.send(kind, request_id, body)
        while True:
            answer, answered_id, told = self.receive()
            if answer == wire.RETURN and answered_id == request_id:
                return self.decode(told)
            if answer == wire.ERROR and answered_id == request_id:
                raise _exception(self.decode(told))
            assert self.serve_nested is not None
            self.serve_nested(answer, answered_id, told)


def _exception(told: dict[str, Any]) -> BaseException:
    kind = getattr(builtins, told["name"], RuntimeError)
    if not (isinstance(kind, type) and issubclass(kind, Exception)):
        kind = RuntimeError
    try:
        return kind(told["message"])
    except Exception:  # UnicodeDecodeError and friends want other arguments
        return RuntimeError(told["message"])
