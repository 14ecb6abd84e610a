"""What the expressions of a question come to for given parameter values: numbers, margins, cells, orders, filled-in texts.

Pure, and without chance. ExpressionError when something cannot be worked out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import cast

from grader.quiz.expressions import evaluate, number
from grader.quiz.model import HotspotKey, MatrixKey, NumericKey, OrderKey, Wrong
from grader.quiz.values import ExpressionError, Value, show

MAX_GRID = 12
_SLOT = re.compile(r"\{\{\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*\}\}")


def whole(text: object, values: Mapping[str, Value]) -> int:
    if isinstance(text, int):
        return text
    value = number(str(text), values)
    if value.denominator != 1:
        raise ExpressionError(f"`{text}` is not a whole number here")
    return value.numerator


def flat(value: Value) -> list[Fraction]:
    if isinstance(value, list):
        return [cell for item in value for cell in flat(item)]
    if isinstance(value, str):
        raise ExpressionError(f"`{value}` is not a number")
    return [Fraction(value)]


def margin_of(key: NumericKey | MatrixKey, values: Mapping[str, Value]) -> tuple[Fraction, Value]:
    """The largest error that still counts as right, and the answer."""
    answer = evaluate(key.answer, values)
    if isinstance(key, NumericKey) and key.tolerance.sigfigs:
        return _figures_margin(number(key.answer, values), key.tolerance.sigfigs), answer
    largest = max((abs(cell) for cell in flat(answer)), default=Fraction(0))
    return max(Fraction(key.tolerance.abs), Fraction(key.tolerance.rel) * largest), answer


def _figures_margin(answer: Fraction, figures: int) -> Fraction:
    """.51 of the last place asked for."""
    if answer == 0:
        return Fraction(0)
    place = 0
    size = abs(answer)
    while size >= 10:
        size, place = size / 10, place + 1
    while size < 1:
        size, place = size * 10, place - 1
    return Fraction(51, 100) * Fraction(10) ** (place - figures + 1)


def active(wrong: Sequence[Wrong], values: Mapping[str, Value]) -> list[Wrong]:
    return [entry for entry in wrong if not entry.when or evaluate(entry.when, values)]


def orders(key: OrderKey, values: Mapping[str, Value]) -> tuple[tuple[str, ...], ...]:
    listed = tuple(item.id for item in key.items)
    first = tuple(map(show, cast(list[Value], evaluate(key.order, values)))) if key.order else listed
    if sorted(first) != sorted(listed):
        raise ExpressionError("`order` does not name every item once")
    return (first, *key.also)


def grid_of(key: HotspotKey, values: Mapping[str, Value]) -> tuple[int, int]:
    rows, columns = whole(key.rows, values), whole(key.columns, values)
    if not (1 <= rows <= MAX_GRID and 1 <= columns <= MAX_GRID):
        raise ExpressionError(f"a grid of {rows} x {columns} is outside 1 to {MAX_GRID}")
    return rows, columns


def cells_of(value: Value, rows: int, columns: int) -> frozenset[tuple[int, int]]:
    cells = set()
    for pair in cast(list[Value], value):
        row, column = (int(part) for part in flat(pair))
        if not (1 <= row <= rows and 1 <= column <= columns):
            raise ExpressionError(f"cell {row}, {column} is outside the grid of {rows} x {columns}")
        cells.add((row, column))
    return frozenset(cells)


def fill(template: str, values: Mapping[str, Value]) -> str:
    """`{{name}}` replaced by its value; nothing else is read as a template."""

    def value(match: re.Match[str]) -> str:
        name = match.group(1)
        if name not in values:
            raise ExpressionError(f"`{name}` is not a parameter")
        return show(values[name])

    return _SLOT.sub(value, template)


def slots(template: str) -> frozenset[str]:
    """The names a template asks for."""
    return frozenset(_SLOT.findall(template))
