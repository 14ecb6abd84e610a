"""The functions and powers that expressions may use; exp, log and sqrt are rounded correctly to 40 digits, the same on every machine."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from grader.quiz.values import CONTEXT, MAX_ITEMS, ExpressionError, Value, as_list, decimal_of, index_of, num, show, tidy


def divide(left: int | Fraction, right: int | Fraction) -> int | Fraction:
    if right == 0:
        raise ExpressionError("division by zero")
    return tidy(Fraction(left) / right)


def whole_division(apply: Callable[[int | Fraction, int | Fraction], int | Fraction]) -> Callable[..., int | Fraction]:
    def divided(left: int | Fraction, right: int | Fraction) -> int | Fraction:
        if right == 0:
            raise ExpressionError("division by zero")
        return apply(left, right)

    return divided


def power(base: int | Fraction, exponent: int | Fraction) -> int | Fraction:
    exponent = tidy(Fraction(exponent))
    if isinstance(exponent, int):
        if abs(exponent) > 64 or (base == 0 and exponent < 0):
            raise ExpressionError(f"the power {exponent} is not allowed")
        return tidy(Fraction(base) ** exponent)
    if exponent == Fraction(1, 2):
        return _sqrt(base)
    return _exp(exponent * Fraction(_log(base)))


def _exp(value: int | Fraction) -> int | Fraction:
    if abs(Fraction(value)) > 500:
        raise ExpressionError("exp of more than 500")
    return tidy(Fraction(CONTEXT.exp(decimal_of(value))))


def _log(value: int | Fraction) -> int | Fraction:
    if value <= 0:
        raise ExpressionError("the logarithm needs a number above 0")
    return tidy(Fraction(CONTEXT.ln(decimal_of(value))))


def _sqrt(value: int | Fraction) -> int | Fraction:
    if value < 0:
        raise ExpressionError("the square root needs a number that is not negative")
    fraction = Fraction(value)
    above, below = math.isqrt(fraction.numerator), math.isqrt(fraction.denominator)
    if above**2 == fraction.numerator and below**2 == fraction.denominator:
        return tidy(Fraction(above, below))
    return tidy(Fraction(CONTEXT.sqrt(decimal_of(value))))


def _numbers(value: Value) -> list[int | Fraction]:
    return [num(item) for item in as_list(value)]


def _sum(value: Value) -> Value:
    return tidy(Fraction(sum(_numbers(value))))


def _extreme(pick: Callable[[list[int | Fraction]], int | Fraction]) -> Callable[..., Value]:
    def picked(*values: Value) -> Value:
        return pick(_numbers(values[0]) if len(values) == 1 else [num(value) for value in values])

    return picked


def _range(*bounds: Value) -> Value:
    span = range(*(index_of(bound) for bound in bounds))
    if len(span) > MAX_ITEMS:
        raise ExpressionError(f"range of more than {MAX_ITEMS}")
    return list(span)


def _dot(left: Value, right: Value) -> Value:
    return tidy(Fraction(sum(a * b for a, b in zip(_numbers(left), _numbers(right), strict=True))))


def _transpose(table: Value) -> Value:
    return [list(column) for column in zip(*map(as_list, as_list(table)), strict=True)]


def _matmul(left: Value, right: Value) -> Value:
    columns = as_list(_transpose(right))
    return [[_dot(row, column) for column in columns] for row in as_list(left)]


def _softmax(row: Value) -> Value:
    numbers = _numbers(row)
    raised = [_exp(value - max(numbers)) for value in numbers]
    total = num(_sum(list(raised)))
    return [divide(value, total) for value in raised]


def _round(value: Value, places: Value = 0) -> Value:
    scale = 10 ** index_of(places)
    return tidy(Fraction(round(Fraction(num(value)) * scale), scale))


def _floor(value: Value) -> Value:
    return num(value).__floor__()


def _sorted(value: Value, keys: Value | None = None) -> Value:
    """Items by their own size, or by the list of keys beside them; ties keep their order."""
    items = as_list(value)
    by = _numbers(items if keys is None else keys)
    return [items[at] for at in sorted(range(len(items)), key=lambda at: Fraction(by[at]))]


def _zip(*lists: Value) -> Value:
    return [list(together) for together in zip(*map(as_list, lists), strict=True)]


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "abs": lambda value: abs(num(value)),
    "sqrt": lambda value: _sqrt(num(value)),
    "exp": lambda value: _exp(num(value)),
    "log": lambda value: _log(num(value)),
    "min": _extreme(min),
    "max": _extreme(max),
    "sum": _sum,
    "len": lambda value: len(as_list(value)),
    "range": _range,
    "round": _round,
    "floor": _floor,
    "dot": _dot,
    "matmul": _matmul,
    "transpose": _transpose,
    "softmax": _softmax,
    "sorted": _sorted,
    "reversed": lambda value: as_list(value)[::-1],
    "index": lambda items, item: as_list(items).index(item),
    "zip": _zip,
    "all": lambda value: all(as_list(value)),
    "any": lambda value: any(as_list(value)),
    "distinct": lambda value: all(item not in as_list(value)[:at] for at, item in enumerate(as_list(value))),
    "text": show,
    "join": lambda items, between: between.join(map(show, as_list(items))),
}
