"""The life of one child: hello, load one module, answer calls until the parent kills it. Nothing it says is a verdict."""

from __future__ import annotations

import faulthandler
import io
import os
import random
import signal
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from grader import wire
from grader.untrusted import aliasing, faults
from grader.untrusted.border import Border
from grader.untrusted.imports import Imports, compile_source, run
from grader.untrusted.printed import Printed

NULL, OUT, ERR, REQUEST, REPLY, FAULT = 0, 1, 2, 3, 4, 5
"""The only descriptors of a child."""


class Child:
    """One child. `serve` runs until the request pipe closes or the process is killed."""

    def __init__(self, layers: dict[str, str], *, has_files: bool = False) -> None:
        self._border = Border(REQUEST, REPLY, wire.DEFAULT)
        self._border.serve_nested = self._serve
        self._layers = layers
        self._has_files = has_files
        self._module: ModuleType | None = None
        self._filename = ""
        self._imports: Imports | None = None
        self._printed = Printed(OUT, 0)
        self._want_locals = False
        self._unreadable: BaseException | None = None
        self._ballast = bytearray(1 << 20)  # given up when memory is short, so that the error can still be told

    def serve(self) -> None:
        """Says hello and answers."""
        self._border.send(wire.HELLO, 0, self._border.encode(self._layers))
        try:
            while True:
                self._serve(*self._border.receive())
        except MemoryError:
            os._exit(wire.EXIT_NO_MEMORY)

    def _serve(self, kind: int, request_id: int, body: bytes) -> None:
        answer = _ANSWERS[kind]
        try:
            reply = answer(self, body)
        except wire.WireError as error:
            self._send_error(request_id, error, "unsupported")
        except BaseException as error:  # learner code may raise anything, SystemExit and KeyboardInterrupt included
            self._send_error(request_id, error, self._kind_of(error))
        else:
            self._border.send(wire.RETURN, request_id, reply)

    def _send_error(self, request_id: int, error: BaseException, kind: str) -> None:
        self._ballast = bytearray()
        told = faults.describe(error, kind, self._filename, want_locals=self._want_locals)
        told["lost"] = self._printed.lost
        self._border.send(wire.ERROR, request_id, self._border.encode(told))

    def _kind_of(self, error: BaseException) -> str:
        if isinstance(error, _Missing):
            return "missing"
        if error is self._unreadable:
            return "syntax"
        if self._imports is not None and any(error is refused for refused in self._imports.refused):
            return "not_allowed"
        if isinstance(error, MemoryError):
            return "out_of_memory"
        return "todo" if isinstance(error, NotImplementedError) else "raised"

    def _load(self, body: bytes) -> bytes:
        told = self._border.decode(body)
        self._filename = told["filename"]
        self._want_locals = told["want_locals"]
        self._printed = Printed(OUT, told["printed_chars"])
        self._border.limits = wire.WireLimits(bytes=told["reply_bytes"])
        self._set_up_process()
        imports = self._imports = Imports(frozenset(told["forbidden"]))
        for name, source in told["others"].items():
            imports.add_source(name, source)
        for name, functions in told["handles"].items():
            imports.add_functions(name, functions)
        module = imports.add_module(told["module"], self._filename)
        imports.install(has_files=self._has_files)
        run(self._compile(told["source"]), module)
        self._module = module
        return self._border.encode({"names": _public_names(module), "lost": self._printed.lost})

    def _set_up_process(self) -> None:
        sys.stdout = sys.stderr = self._printed
        sys.stdin = io.StringIO("")
        sys.argv = [self._filename]
        sys.modules["__main__"] = ModuleType("__main__")
        random.seed(0)

    def _compile(self, source: bytes) -> Any:
        try:
            return compile_source(source, self._filename)
        except Exception as error:  # SyntaxError, UnicodeError, null bytes, too deeply nested: it cannot be read
            self._unreadable = error
            raise

    def _call(self, body: bytes) -> bytes:
        flags, size = wire.CALL_HEAD.unpack_from(body)
        start = wire.CALL_HEAD.size
        name, payload = body[start : start + size].decode(), body[start + size :]
        args, kwargs = self._border.decode(payload)
        function = getattr(self._module, name, None)
        if not callable(function):
            raise _Missing(name, is_there=function is not None)
        self._printed.start()
        value = function(*args, **kwargs)
        return self._report(value, args, kwargs, payload if flags & wire.WANT_ARGS else b"")

    def _report(self, value: object, args: tuple[Any, ...], kwargs: dict[str, Any], payload: bytes) -> bytes:
        after = None
        if payload:
            now = wire.encode((args, kwargs), limits=self._border.limits, export=self._border.export_as_received)
            after = None if now == payload else (args, kwargs)
        result = self._border.encode(value)  # first: a value that crosses is small enough to be walked
        return result + self._border.encode((after, aliasing.find(value, args, kwargs), self._printed.lost))

    def _invoke(self, body: bytes) -> bytes:
        number, args, kwargs = self._border.decode(body)
        inputs = wire.mutable_arguments(args, kwargs)
        before = [self._border.encode(value) for _, value in inputs]
        value = self._border.own(number)(*args, **kwargs)
        changes = {key: now for (key, now), then in zip(inputs, before, strict=True) if self._border.encode(now) != then}
        return self._border.encode((value, changes))

    def _next(self, body: bytes) -> bytes:
        iterator = self._border.own(self._border.decode(body))
        try:
            return self._border.encode((True, next(iterator)))
        except StopIteration:
            return self._border.encode((False, None))


_ANSWERS: dict[int, Callable[[Child, bytes], bytes]] = {
    wire.LOAD: Child._load,
    wire.CALL: Child._call,
    wire.INVOKE: Child._invoke,
    wire.NEXT: Child._next,
}


class _Missing(Exception):
    """The module has no such function."""

    def __init__(self, name: str, *, is_there: bool) -> None:
        super().__init__(f"{name} is not a function" if is_there else f"there is no function {name}")


def _public_names(module: ModuleType) -> list[str]:
    return [name for name, value in list(vars(module).items()) if type(name) is str and _is_public(name, value, module.__name__)]


def _is_public(name: str, value: object, module: str) -> bool:
    return not name.startswith("_") and callable(value) and getattr(value, "__module__", module) == module


def note_where(filename_fd: int = FAULT) -> None:
    """Lets the parent ask, by SIGXCPU, which line is running; a crash says so by itself."""
    faulthandler.enable(file=filename_fd, all_threads=False)
    if hasattr(faulthandler, "register"):
        faulthandler.register(signal.SIGXCPU, file=filename_fd, all_threads=False, chain=False)


def take_descriptors(request: int, reply: int, out: int, fault: int, *, null: int = NULL) -> None:
    """Moves the given descriptors to their fixed places and closes every other one."""
    wanted = {NULL: null, OUT: out, ERR: out, REQUEST: request, REPLY: reply, FAULT: fault}
    parked = {place: os.dup2(source, _PARKING + place) for place, source in wanted.items()}
    for place, source in parked.items():
        os.dup2(source, place, inheritable=False)
    os.closerange(FAULT + 1, _PARKING + 64)


_PARKING = 40
