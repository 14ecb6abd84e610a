"""Reading a strict-YAML mapping into types: ask for each key once, then `finish`. Every problem is noted, none raised.

An asked key that is missing or of the wrong kind gives a stand-in of the right type and a problem at its place; a key nobody asked for
is a problem that names the nearest known one. Knows nothing of what the values mean.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from grader.content.strict_yaml import Loaded, Position, Problem, Where
from grader.errors import nearest

E = TypeVar("E", bound=StrEnum)
T = TypeVar("T")

_MISSING: Any = object()


class Report:
    """Collects the problems of one file, each at the place of its value."""

    def __init__(self, shown: str, loaded: Loaded) -> None:
        self.shown = shown
        self.positions = loaded.positions
        self.problems: list[Problem] = list(loaded.problems)
        self.places: list[Where] = []  # of the problems that have one

    def at(self, where: Where, message: str) -> None:
        """Note a problem; a place without a position of its own gets that of what holds it."""
        self.places.append(where)
        while where and where not in self.positions:
            where = where[:-1]
        self.problems.append(Problem(self.shown, self.positions.get(where, Position(1, 1)), message))

    def is_sound(self, where: Where) -> bool:
        """Whether nothing was noted at a place or inside it."""
        return not any(place[: len(where)] == where for place in self.places)


class Entry:
    """One mapping, read key by key."""

    def __init__(self, data: Any, report: Report, where: Where = ()) -> None:
        self.where = where
        self.report = report
        self.asked: list[str] = []
        self.data: Mapping[str, Any] = data if isinstance(data, dict) else {}
        if not isinstance(data, dict):
            report.at(where, f"expected a mapping (key: value), found {_kind(data)}")

    def text(self, key: str, default: str = _MISSING) -> str:
        """Non-empty text."""
        return str(self._get(key, default, "", "text", lambda value: isinstance(value, str) and bool(value.strip())))

    def integer(self, key: str, default: int = _MISSING, *, low: int = 0, high: int = 10**9) -> int:
        """A whole number from `low` to `high`."""
        wanted = f"a whole number from {low} to {high}" if high < 10**9 else f"a whole number, at least {low}"
        return int(self._get(key, default, low, wanted, lambda value: type(value) is int and low <= value <= high))

    def number(self, key: str, default: float = _MISSING, *, low: float = 0.0, high: float = math.inf) -> float:
        """A finite number from `low` to `high`."""
        wanted = f"a number, at least {low:g}" if high == math.inf else f"a number from {low:g} to {high:,.0f}"
        return float(self._get(key, default, low, wanted, lambda v: type(v) in (int, float) and low <= v <= high and v != math.inf))

    def flag(self, key: str, default: bool = _MISSING) -> bool:
        """true or false."""
        return bool(self._get(key, default, False, "true or false", lambda value: isinstance(value, bool)))

    def choice(self, key: str, kind: type[E], default: E = _MISSING) -> E:
        """One word of a closed list."""
        words = [member.value for member in kind]
        value = self._get(key, default, words[0], "one of " + ", ".join(words), lambda value: value in words)
        return kind(value)

    def texts(self, key: str, default: tuple[str, ...] = _MISSING, *, count: int | None = None) -> tuple[str, ...]:
        """A list of non-empty texts, exactly `count` of them when given."""
        wanted = "a list of texts" if count is None else f"a list of exactly {count} texts"
        return tuple(self._get(key, default, (), wanted, lambda value: _are_texts(value, count)))

    def numbers(self, key: str, names: tuple[str, ...]) -> Mapping[str, float]:
        """A mapping from some of `names` to numbers above 0; empty when left out."""
        inner = self.child(key, default={})
        for name in inner.data:
            if name in names:
                inner.number(name)
        inner.finish(names)
        return {name: float(value) for name, value in inner.data.items() if type(value) in (int, float)}

    def child(self, key: str, default: Mapping[str, Any] = _MISSING) -> Entry:
        """The mapping under a key, to be read in turn."""
        value = self._get(key, default, {}, "a mapping (key: value)", lambda value: isinstance(value, dict))
        return Entry(value, self.report, (*self.where, key))

    def each(self, key: str, read: Callable[[Entry], T], default: tuple[T, ...] = _MISSING) -> tuple[T, ...]:
        """The list of mappings under a key, each read by `read`."""
        stand_in: Any = default if default is not _MISSING else _MISSING
        value = self._get(key, stand_in, [], "a list", lambda value: isinstance(value, list))
        if isinstance(value, tuple):
            return value
        return tuple(read(Entry(item, self.report, (*self.where, key, index))) for index, item in enumerate(value))

    def at(self, key: str, message: str) -> None:
        """Note a problem at the place of a key."""
        self.report.at((*self.where, key), message)

    def finish(self, also_known: tuple[str, ...] = ()) -> None:
        """Note every key that nobody asked for."""
        known = [*self.asked, *also_known]
        for key in self.data:
            if key not in known:
                near = nearest(key, known)
                self.at(
                    key,
                    f"unknown key `{key}`." + (f" Did you mean `{near}`?" if near else f" Known: {', '.join(known)}."),
                )

    def _get(self, key: str, default: Any, stand_in: Any, wanted: str, is_fine: Callable[[Any], bool]) -> Any:
        self.asked.append(key)
        if key not in self.data:
            if default is _MISSING:
                self.report.at(self.where, f"missing key `{key}` ({wanted})")
                return stand_in
            return default
        value = self.data[key]
        if is_fine(value):
            return value
        self.at(key, f"`{key}` must be {wanted}, found {_kind(value)}")
        return stand_in


def _are_texts(value: Any, count: int | None) -> bool:
    is_list = isinstance(value, list) and all(isinstance(item, str) and item.strip() for item in value)
    return is_list and (count is None or len(value) == count)


def _kind(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "a mapping"
    shown = str(value)
    return f"`{shown if len(shown) <= 40 else shown[:37] + '...'}`"
