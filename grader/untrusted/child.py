"""The life of one child: hello, load one module, answer calls until the parent kills it. Nothing it says is a verdict."""

from __future__ import annotations

import faulthandler
import gc
import io
import os
import random
import signal
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from grader import wire
from grader.untrusted import aliasing, faults, rehearsal
from grader.untrusted.border import Border
from grader.untrusted.imports import Imports, compile_source, run
from grader.untrusted.printed import Printed

NULL, OUT, ERR, REQUEST, REPLY, FAULT = 0, 1, 2, 3, 4, 5
"""The only descriptors of a child."""

KEPT_RESULTS = 4  # with which a later one is compared: a result must not change when the next is made
REHEARSALS = 12  # enough for the interpreter to specialise the code, which writes into it


class Child:
    """One child. Made and rehearsed in the server, so that a fork of it has little left to do; `serve` runs until it is killed."""

    def __init__(self, *, has_files: bool = False) -> None:
        self._border = Border(REQUEST, REPLY, wire.DEFAULT)
        self._border.serve_nested = self._serve
        self._imports = Imports()
        self._imports.install(has_files=has_files)
        self._module: ModuleType | None = None
        self._filename = ""
        self._printed = Printed(OUT, 0)
        self._want_locals = False
        self._unreadable: BaseException | None = None
        self._earlier: tuple[object, ...] = ()  # the last results whose arguments were asked for
        self._ballast = bytes(1 << 20)  # reserved, not touched: given up when memory is short, so that the error can still be told
        self._set_up_process()

    def _set_up_process(self) -> None:
        sys.stdout = sys.stderr = self._printed
        sys.stdin = io.StringIO("")
        sys.argv, sys.orig_argv = [""], []
        sys.modules["__main__"] = ModuleType("__main__")
        random.seed(0)

    def rehearse(self) -> None:
        """Loads and calls a module of our own, and forgets it: what that warms up, no child has to write to its own copy of."""
        for _ in range(REHEARSALS):
            self._load(self._border.encode(rehearsal.LOAD))
            head = wire.CALL_HEAD.pack(wire.WANT_ARGS, len(rehearsal.FUNCTION)) + rehearsal.FUNCTION.encode()
            self._call(head + self._border.encode((rehearsal.arguments(), {})))
            self._imports.forget()
        self._module, self._filename, self._earlier = None, "", ()
        random.seed(0)

    def serve(self, layers: dict[str, str]) -> None:
        """Says hello and answers."""
        gc.enable()  # off since the start of the process: starting makes no garbage worth looking for
        self._border.send(wire.HELLO, 0, self._border.encode(layers))
        try:
            while True:
                self._serve(*self._border.receive())
        except MemoryError:
            os._exit(wire.EXIT_NO_MEMORY)

    def _serve(self, kind: int, request_id: int, body: wire.Body) -> None:
        answer = _ANSWERS[kind]
        try:
            reply = answer(self, body)
        except wire.WireError as error:
            self._send_error(request_id, error, "unsupported")
        except BaseException as error:  # learner code may raise anything, SystemExit and KeyboardInterrupt included
            self._send_error(request_id, error, self._kind_of(error))
        else:
            self._border.send(wire.RETURN, request_id, *reply)

    def _send_error(self, request_id: int, error: BaseException, kind: str) -> None:
        self._ballast = b""
        told = faults.describe(error, kind, self._filename, want_locals=self._want_locals)
        told["lost"] = self._printed.lost
        if kind in ("missing", "unsupported"):
            told["message"] = str(error)  # our own words
        self._border.send(wire.ERROR, request_id, self._border.encode(told))

    def _kind_of(self, error: BaseException) -> str:
        if isinstance(error, _Missing):
            return "missing"
        if error is self._unreadable:
            return "syntax"
        if any(error is refused for refused in self._imports.refused):
            return "not_allowed"
        if isinstance(error, MemoryError):
            return "out_of_memory"
        return "todo" if isinstance(error, NotImplementedError) else "raised"

    def _load(self, body: wire.Body) -> list[bytes]:
        told = self._border.decode(body)
        self._filename = sys.argv[0] = told["filename"]
        self._want_locals = told["want_locals"]
        self._printed.start(told["printed_chars"])
        self._border.limits = wire.WireLimits(bytes=told["reply_bytes"])
        imports = self._imports
        imports.forbidden = frozenset(told["forbidden"])
        for name, source in told["others"].items():
            imports.add_source(name, source)
        for name, functions in told["handles"].items():
            imports.add_functions(name, functions)
        module = imports.add_module(told["module"], self._filename)
        run(self._compile(told["source"]), module)
        self._module = module
        return [self._border.encode({"names": _public_names(module), "lost": self._printed.lost})]

    def _compile(self, source: bytes) -> Any:
        try:
            return compile_source(source, self._filename)
        except Exception as error:  # SyntaxError, UnicodeError, null bytes, too deeply nested: it cannot be read
            self._unreadable = error
            raise

    def _call(self, body: wire.Body) -> list[bytes]:
        flags, size = wire.CALL_HEAD.unpack_from(body)
        start = wire.CALL_HEAD.size
        name = body[start : start + size].decode()
        start += size
        args, kwargs = self._border.decode(body, start)
        function = getattr(self._module, name, None)
        if not callable(function):
            raise _Missing(name, is_there=function is not None)
        self._printed.start()
        vars(self._module).pop("__warningregistry__", None)  # a warning is shown once in a place: here, once in a call
        value = function(*args, **kwargs)
        result = self._border.encode(value)  # before aliases are looked for: a value that crosses is small enough to be walked
        after = None
        earlier: tuple[object, ...] = ()
        if flags & wire.WANT_ARGS:
            after = None if self._is_unchanged(args, kwargs, body, start) else (args, kwargs)
            earlier = self._earlier
            self._earlier = (*earlier, value)[-KEPT_RESULTS:]
        return [result, self._border.encode((after, aliasing.find(value, args, kwargs, earlier), self._printed.lost))]

    def _is_unchanged(self, args: tuple[Any, ...], kwargs: dict[str, Any], body: wire.Body, start: int) -> bool:
        """Whether the arguments still encode to the bytes that they came in."""
        now = wire.encode((args, kwargs), export=self._border.export_as_received)
        return len(now) == len(body) - start and body.startswith(now, start)

    def _invoke(self, body: wire.Body) -> list[bytes]:
        number, args, kwargs = self._border.decode(body)
        inputs = wire.mutable_arguments(args, kwargs)
        before = [self._border.encode(value) for _, value in inputs]
        value = self._border.own(number)(*args, **kwargs)
        changes = {key: now for (key, now), then in zip(inputs, before, strict=True) if self._border.encode(now) != then}
        return [self._border.encode((value, changes))]

    def _next(self, body: wire.Body) -> list[bytes]:
        iterator = self._border.own(self._border.decode(body))
        try:
            return [self._border.encode((True, next(iterator)))]
        except StopIteration:
            return [self._border.encode((False, None))]


_ANSWERS: dict[int, Callable[[Child, wire.Body], list[bytes]]] = {
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


def note_where() -> None:
    """Lets the parent ask, by SIGXCPU, which line is running; a crash says so by itself. Forks inherit it."""
    faulthandler.enable(file=FAULT, all_threads=False)
    if hasattr(faulthandler, "register"):
        faulthandler.register(signal.SIGXCPU, file=FAULT, all_threads=False, chain=False)
