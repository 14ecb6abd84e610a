"""Calls in this very process: for the reference solution, for authors, and for plain pytest. Never for a learner's code in a grading.

Arguments are copied first, so a function under test can change only its own copy. Knows nothing of the wall.
"""

from __future__ import annotations

import builtins
import copy
import io
from collections.abc import Iterator
from contextlib import redirect_stdout
from types import ModuleType

import numpy as np

from grader.checks.cases import Case
from grader.checks.replies import Failure, FailureKind, PlainReply, Reply
from grader.results import Category

KEPT_RESULTS = 4  # as many as a child keeps
CONSTANT = frozenset({float, int, str, bool, type(None), bytes, complex})


class LocalBackend:
    """Calls functions of a module that is loaded here. `strict_numpy` raises on overflow, invalid and division by zero."""

    def __init__(self, module: ModuleType, *, strict_numpy: bool = False) -> None:
        self._module = module
        self._earlier: tuple[object, ...] = ()
        self._errstate = {"over": "raise", "invalid": "raise", "divide": "raise"} if strict_numpy else {"all": "ignore"}

    def call(self, case: Case, *, want_args: bool, payload: bytes | None = None) -> Reply | Failure:
        """Run the case here; every exception but a keyboard interrupt becomes a Failure."""
        function = getattr(self._module, case.function, None)
        if not callable(function):
            return Failure(FailureKind.MISSING, message=f"no function named {case.function}")
        args, kwargs = copied(case.args), copied(case.kwargs)
        assert isinstance(args, tuple) and isinstance(kwargs, dict)
        printed = io.StringIO()
        try:
            with np.errstate(**self._errstate), redirect_stdout(printed):  # type: ignore[arg-type]  # literal modes, kept in a dict
                value = function(*args, **kwargs)
        except NotImplementedError as error:
            return Failure(FailureKind.TODO, "NotImplementedError", str(error), printed=printed.getvalue())
        except MemoryError as error:
            return Failure(FailureKind.OUT_OF_MEMORY, "MemoryError", str(error), printed=printed.getvalue())
        except Exception as error:
            name = _built_in_name(type(error))
            return Failure(FailureKind.RAISED, name, str(error), _lines(error), printed.getvalue())
        if not want_args:
            return PlainReply(value, printed=printed.getvalue())
        shared = aliases(value, args, kwargs, self._earlier)
        self._earlier = (*self._earlier, value)[-KEPT_RESULTS:]
        return PlainReply(value, args, kwargs, shared, printed.getvalue())


def _built_in_name(kind: type[Exception]) -> str:
    """As a child says it: the nearest kind that is built in, and says more than Exception."""
    near = next(base for base in kind.__mro__ if getattr(builtins, base.__name__, None) is base)
    return near.__name__ if near is kind or near is not Exception else Category.OTHER_EXCEPTION.value


def _lines(error: BaseException) -> tuple[int, ...]:
    lines = []
    trace = error.__traceback__
    while trace is not None:
        if not trace.tb_frame.f_code.co_filename.startswith(__file__):
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    return tuple(lines)


def copied(value: object) -> object:
    """A deep copy of plain data; functions, iterators and generators are handed on as they are."""
    kind = type(value)
    if kind in CONSTANT:
        return value
    if kind is np.ndarray:
        return value.copy()  # type: ignore[attr-defined]  # what `kind` says, at a third of the price of asking isinstance
    if kind is list and CONSTANT.issuperset(map(type, value)):  # type: ignore[call-overload]  # a list: a row of numbers
        return list(value)  # type: ignore[call-overload]
    if isinstance(value, tuple):
        return tuple(copied(entry) for entry in value)
    if isinstance(value, list):
        return [copied(entry) for entry in value]
    if isinstance(value, dict):
        return {key: copied(entry) for key, entry in value.items()}
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, np.random.Generator):
        return _copied_generator(value)
    return value if callable(value) or isinstance(value, Iterator) else copy.deepcopy(value)


def _copied_generator(generator: np.random.Generator) -> np.random.Generator:
    """The same stream from here on, and the same children; in a third of the time that a deep copy takes."""
    source = generator.bit_generator
    seed = source.seed_seq
    if not isinstance(seed, np.random.SeedSequence):
        return copy.deepcopy(generator)
    spawned = seed.n_children_spawned
    twin = type(source)(
        np.random.SeedSequence(seed.entropy, spawn_key=seed.spawn_key, pool_size=seed.pool_size, n_children_spawned=spawned)
    )
    twin.state = source.state
    return np.random.Generator(twin)


def aliases(
    value: object, args: tuple[object, ...], kwargs: dict[str, object], earlier: tuple[object, ...] = ()
) -> frozenset[tuple[str, str]]:
    """Pairs (result path, path in an argument or an earlier result) that share memory or are one mutable object."""
    inputs = [item for index, arg in enumerate(args) for item in _mutable_parts(arg, f"args[{index}]")]
    inputs += [item for name, arg in kwargs.items() for item in _mutable_parts(arg, name)]
    inputs += [item for index, result in enumerate(earlier) for item in _mutable_parts(result, f"earlier[{index}]")]
    found = set()
    for path, part in _mutable_parts(value, "result"):
        for input_path, other in inputs:
            is_shared = part is other or (isinstance(part, np.ndarray) and isinstance(other, np.ndarray) and np.shares_memory(part, other))
            if is_shared:
                found.add((path, input_path))
    return frozenset(found)


def _mutable_parts(value: object, path: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, (list, dict, np.ndarray)):
        yield path, value
    if isinstance(value, (list, tuple)):
        for index, entry in enumerate(value):
            yield from _mutable_parts(entry, f"{path}[{index}]")
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from _mutable_parts(entry, f"{path}[{key!r}]")
