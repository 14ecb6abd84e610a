"""The parent's side of handles: trusted functions that a child may call, and a child's functions that trusted code may call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from grader import wire
from grader.checks.outcome import LearnerError
from grader.checks.overrun import Overrun
from grader.errors import IsolationUnavailable, WorkerDied
from grader.records import dataclass

MAX_HANDLES = 100_000  # a session that makes 10 000 calls with two iterators each stays well below

NAMELESS = "function"

Ask = Callable[[int, bytes], Any]
"""Sends a request to the child and returns its decoded answer: (frame kind, body)."""


class Handles:
    """What one child was given, by number, and what stands here for what it gave."""

    def __init__(self, ask: Ask, requests: wire.WireLimits = wire.DEFAULT, replies: wire.WireLimits = wire.DEFAULT) -> None:
        self._ask = ask
        self._requests = requests
        self._replies = replies
        self._given: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._adopted = 0
        self._fixed = 0
        self._is_fixed = False

    def fix(self) -> None:
        """What was given so far are needed solutions: pure functions, the same ones under the same numbers for every learner."""
        self._fixed = len(self._given)
        self._is_fixed = True

    def is_fixed(self, number: int) -> bool:
        """Whether a needed solution has that number."""
        return 0 <= number < self._fixed

    @property
    def adopted(self) -> int:
        """How many functions and iterators of the learner's have come over so far."""
        return self._adopted

    def export(self, value: Any) -> object:
        """What stands on the wire for a trusted function or iterator, or for the child's own one going home."""
        if isinstance(value, LearnerFunction) and value.belongs_to(self):
            return wire.Handle(value.number | wire.YOURS, value.__name__)
        if isinstance(value, LearnerIterator) and value.belongs_to(self):
            return wire.IteratorHandle(value.number | wire.YOURS)
        if hasattr(type(value), "__next__"):
            return wire.IteratorHandle(self.register(value))
        if callable(value):
            number = self.register(value)
            is_needed = not self._is_fixed or self.is_fixed(number)
            return wire.Handle(number, getattr(value, "__name__", NAMELESS) if is_needed else NAMELESS)
        raise wire.Unsupported(f"a value of type {type(value).__name__} does not cross")

    def register(self, value: Any) -> int:
        """The number of a trusted function or iterator."""
        number = self._numbers.get(id(value))
        if number is None:
            number = len(self._given)
            if number >= MAX_HANDLES:
                raise wire.TooLarge("too many functions handed to one child")
            self._given.append(value)  # kept alive, so that its id stays its own
            self._numbers[id(value)] = number
        return number

    def given(self, number: object) -> Any:
        """The trusted function or iterator of that number. Raises WireError for a number that was never given."""
        if type(number) is not int or not 0 <= number < len(self._given):
            raise wire.WireError("a handle that was never given")
        return self._given[number]

    def adopt(self, handle: wire.Handle | wire.IteratorHandle) -> object:
        """A stand-in for a learner's function or iterator, or our own that came home."""
        self._adopted += 1
        if handle.number & wire.YOURS:
            return self.given(handle.number & ~wire.YOURS)
        if isinstance(handle, wire.Handle):
            return LearnerFunction(self, handle.number, handle.name)
        return LearnerIterator(self, handle.number)

    def encode(self, value: object) -> bytes:
        return wire.encode(value, limits=self._requests, export=self.export)

    def decode(self, body: wire.Body) -> Any:
        return wire.decode(body, limits=self._replies, adopt=self.adopt)

    def decode_all(self, body: wire.Body, count: int) -> list[Any]:
        return wire.decode_all(body, count, limits=self._replies, adopt=self.adopt)

    def decode_own(self, body: bytes) -> Any:
        """Reads back what this side wrote: its handles are our own."""
        return wire.decode(body, limits=self._requests, adopt=lambda handle: self.given(handle.number & ~wire.YOURS))

    def invoke(self, number: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Calls a learner's function; changed arguments are copied back in place. Raises LearnerError."""
        answer = self._ask(wire.INVOKE, self.encode((number, args, kwargs)))
        value, changes = pair(answer)
        named = dict(wire.mutable_arguments(args, kwargs))
        if type(changes) is not dict or not set(changes) <= set(named):
            raise wire.WireError("changes of arguments that were not there")
        for key, changed in changes.items():
            wire.copy_back(named[key], changed)
        return value

    def pull(self, number: int) -> tuple[bool, Any]:
        """(there is one, the next item) of a learner's iterator. Raises LearnerError."""
        found, item = pair(self._ask(wire.NEXT, self.encode(number)))
        return found is True, item


class LearnerFunction:
    """A function that lives in a child. Calling it may raise LearnerError."""

    __slots__ = ("__name__", "_handles", "number")

    def __init__(self, handles: Handles, number: int, name: str) -> None:
        self._handles = handles
        self.number = number
        self.__name__ = name

    def belongs_to(self, handles: Handles) -> bool:
        """Whether it lives in the child of these handles; in any other child it is a function like our own."""
        return self._handles is handles

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._handles.invoke(self.number, args, kwargs)


class LearnerIterator:
    """An iterator that lives in a child. Pulling it may raise LearnerError."""

    __slots__ = ("_handles", "number")

    def __init__(self, handles: Handles, number: int) -> None:
        self._handles = handles
        self.number = number

    def belongs_to(self, handles: Handles) -> bool:
        """Whether it lives in the child of these handles."""
        return self._handles is handles

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        found, item = self._handles.pull(self.number)
        if not found:
            raise StopIteration
        return item


def pair(value: Any) -> tuple[Any, Any]:
    """A tuple of two, or WireError."""
    if type(value) is not tuple or len(value) != 2:
        raise wire.WireError("not a pair")
    return value


@dataclass(frozen=True, slots=True)
class Served:
    """The answer to a child's request. `is_lasting`: it is the same for every learner who asks the same bytes."""

    kind: int
    body: bytes
    is_lasting: bool = False


def run_for_child(handles: Handles, kind: int, body: wire.Body) -> Served:
    """Serves a child's request.

    Raises WireError for a forged request, WorkerDied when another child of ours was killed. Whatever our function raises because of the
    learner's arguments goes back as that exception.
    """
    adopted = handles.adopted
    number, serve = (-1, _next_of(handles, body)) if kind == wire.NEXT else _invocation(handles, body)
    is_lasting = handles.is_fixed(number) and handles.adopted == adopted
    try:
        return Served(wire.RETURN, handles.encode(serve()), is_lasting)
    except wire.WireError as error:
        told = {"name": "TypeError", "message": f"this function's answer cannot be handed over: {error}"}
    except LearnerError as error:  # the learner's own function, called by ours
        told = {"name": error.failure.exception, "message": error.failure.message}
    except (WorkerDied, IsolationUnavailable):
        raise
    except Overrun:  # the arguments are the learner's, so the time is, too
        told = {"name": "TimeoutError", "message": "this function did not come to an end"}
    except Exception as error:  # our function on a learner's arguments: the learner's problem, told to the learner
        told = {"name": type(error).__name__, "message": _nameless(handles, number, str(error))[:2000]}
    return Served(wire.ERROR, handles.encode(told))


def _nameless(handles: Handles, number: int, message: str) -> str:
    """The message without the name of the function that was called, unless it is a needed solution: what our functions are called may
    say what they do."""
    names = [str(getattr(handles.given(number), name, "")) for name in ("__qualname__", "__name__")] if number >= 0 else []
    for name in names if not handles.is_fixed(number) else ():
        message = message.replace(name, NAMELESS) if name else message
    return message


def _next_of(handles: Handles, body: wire.Body) -> Callable[[], tuple[bool, Any]]:
    iterator = handles.given(handles.decode(body))
    if not hasattr(type(iterator), "__next__"):
        raise wire.WireError("not an iterator")

    def pull() -> tuple[bool, Any]:
        for item in iterator:
            return True, item
        return False, None

    return pull


def _invocation(handles: Handles, body: wire.Body) -> tuple[int, Callable[[], tuple[Any, dict[int | str, Any]]]]:
    """The number of a trusted function, and a call of it."""
    request = handles.decode(body)
    if type(request) is not tuple or len(request) != 3 or type(request[1]) is not tuple or type(request[2]) is not dict:
        raise wire.WireError("not a call")
    number, args, kwargs = request
    function = handles.given(number)
    if not callable(function) or not all(type(name) is str for name in kwargs):
        raise wire.WireError("not a call")
    return number, lambda: _invoked(handles, function, args, kwargs)


def _invoked(
    handles: Handles, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, dict[int | str, Any]]:
    """The value, and the arguments that the function changed."""
    inputs = wire.mutable_arguments(args, kwargs)
    before = [handles.encode(value) for _, value in inputs]
    value = function(*args, **kwargs)
    return value, {key: now for (key, now), then in zip(inputs, before, strict=True) if handles.encode(now) != then}
