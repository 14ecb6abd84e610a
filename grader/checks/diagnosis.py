"""Diagnosis by replay: which known wrong way gives, call by call, what this submission gave?

A variant matches only if it reproduces every call of the exercise, the passing ones included. Matches are counted by misconception:
one is named, two are both named, three or more say nothing. Variants are run in locked children, as any other code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from grader import wire
from grader.checks.cases import Case
from grader.checks.compare import Tolerance, agree, is_same
from grader.checks.replies import Failure, Reply
from grader.checks.submission import Call
from grader.records import dataclass
from grader.results import Misconception

MOST_NAMED = 2
CALL_BYTES = 400  # that Python takes for a packed call, besides its value
SAME = Tolerance(rtol=1e-5, atol=1e-8)
SAME_FLOAT32 = Tolerance(rtol=1e-4, atol=1e-5)  # another order of operations moves float32 by this much


@dataclass(frozen=True, slots=True)
class Packed:
    """Of a reply what another is compared with, its value as bytes: a list of numbers takes a quarter of the room so.

    No arguments are held: which were changed is known.
    """

    body: bytes
    changed: tuple[bool, ...]
    aliases: frozenset[tuple[str, str]]

    args = ()
    kwargs: ClassVar[dict[str, Any]] = {}
    printed = ""
    handle_calls = 0

    @property
    def value(self) -> Any:
        """The value, made anew."""
        return wire.decode(self.body)

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        return len(self.body)


def packed(trace: Sequence[Call]) -> tuple[Call, ...]:
    """A trace to be kept for long: the same to `diagnosed`, in as little room as there is."""
    cases = {call.case.function: Case(call.case.function) for call in trace}
    return tuple(replace(call, case=cases[call.case.function], outcome=_packed(call)) for call in trace)


def _packed(call: Call) -> Reply | Failure:
    reply = call.outcome
    if isinstance(reply, Failure):
        return Failure(reply.kind)
    try:
        return Packed(wire.encode(reply.value), _changed(call, reply), reply.aliases)
    except wire.WireError:  # a function: there is nothing to compare
        return reply


def bytes_of(trace: Sequence[Call]) -> int:
    """What a packed trace takes up, about."""
    return sum(getattr(call.outcome, "size", 0) + CALL_BYTES for call in trace)


def diagnosed(
    trace: Sequence[Call], variants: Mapping[str, tuple[str, str, Sequence[Call]]], right: Sequence[Call]
) -> tuple[Misconception, ...]:
    """The misconceptions whose variants replay `trace`; `variants` maps a variant to (misconception, what it does, its trace).

    Nothing is said when `right`, the solution's trace, fits as well: then what went wrong left no mark in the values.
    """
    if all(isinstance(call.outcome, Failure) for call in trace) or is_replay(trace, right):
        return ()
    matches: dict[str, Misconception] = {}
    for name, (misconception, describes, known) in variants.items():
        if misconception not in matches and is_replay(trace, known):
            matches[misconception] = Misconception(misconception, name, describes)
    return tuple(matches.values()) if len(matches) <= MOST_NAMED else ()


def is_replay(trace: Sequence[Call], known: Sequence[Call]) -> bool:
    """Whether both made the same calls and every one ended alike."""
    return len(trace) == len(known) and all(_is_alike(ours, theirs) for ours, theirs in zip(trace, known, strict=True))


def _is_alike(ours: Call, theirs: Call) -> bool:
    if (ours.check, ours.index, ours.case.function) != (theirs.check, theirs.index, theirs.case.function):
        return False
    mine, known = ours.outcome, theirs.outcome
    if isinstance(mine, Failure) or isinstance(known, Failure):
        return isinstance(mine, Failure) and isinstance(known, Failure) and mine.kind == known.kind
    if not agree(known.value, mine.value, SAME_FLOAT32 if _has_float32(known.value) else SAME):
        return False
    return _changed(ours, mine) == _changed(theirs, known) and bool(mine.aliases) == bool(known.aliases)


def _has_float32(value: object) -> bool:
    if isinstance(value, (list, tuple)):
        return any(_has_float32(entry) for entry in value)
    return getattr(value, "dtype", None) == np.float32


def _changed(call: Call, reply: Reply) -> tuple[bool, ...]:
    """Which arguments were changed by the call, as far as they came back."""
    if isinstance(reply, Packed):
        return reply.changed
    return tuple(not is_same(before, after) for before, after in zip(call.case.args, reply.args, strict=False))
