"""The values that expressions work with: exact numbers, texts and lists, capped in size; and how they are shown.

Numbers are int or Fraction, whole ones always int.
"""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction

MAX_ITEMS = 500
MAX_BITS = 2_000
DIGITS = 40
_SMALL = 2**60

Value = bool | int | Fraction | str | list["Value"]
CONTEXT = Context(prec=DIGITS)


class ExpressionError(Exception):
    """An expression that is not allowed, or has no value; one sentence."""


def tidy(value: Fraction) -> int | Fraction:
    """An int where the value is whole; otherwise at most 40 significant digits below the line."""
    if value.denominator == 1:
        return value.numerator
    if value.denominator.bit_length() > MAX_BITS:
        return Fraction(decimal_of(value))
    return value


def show(value: Value) -> str:
    """A value as content shows it to learners: whole numbers, short decimals, fractions, [lists]; long decimals rounded to three places."""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return f"[{', '.join(map(show, value))}]"
    fraction = Fraction(value)
    if fraction.denominator > 1_000:
        return _short_decimal(fraction) or _short_decimal(Fraction(round(fraction * 1000), 1000))
    return _short_decimal(fraction) or f"{fraction.numerator}/{fraction.denominator}"


def _short_decimal(value: Fraction) -> str:
    """Up to six decimals when that is exact, else ""."""
    scaled = value * 10**6
    if scaled.denominator != 1:
        return ""
    whole, part = divmod(abs(scaled.numerator), 10**6)
    tail = f"{part:06d}".rstrip("0")
    sign = "-" if value < 0 else ""
    return f"{sign}{whole}.{tail}" if tail else f"{sign}{whole}"


def num(value: Value) -> int | Fraction:
    if type(value) is int:
        return value
    if isinstance(value, (str, list)):
        raise ExpressionError(f"{show(value)[:40]} is not a number")
    return value


def as_list(value: Value) -> list[Value]:
    if isinstance(value, str):
        return list(value)
    if not isinstance(value, list):
        raise ExpressionError(f"{show(value)} is not a list")
    return value


def index_of(value: Value) -> int:
    whole = num(value)
    if isinstance(whole, Fraction):
        raise ExpressionError(f"{show(whole)} is not a whole number")
    return whole


def capped(value: Value) -> Value:
    if type(value) is int and -_SMALL < value < _SMALL:
        return value
    if isinstance(value, (list, str)) and len(value) > MAX_ITEMS:
        raise ExpressionError(f"gives more than {MAX_ITEMS} items")
    if isinstance(value, Fraction):
        value = tidy(value)
    if isinstance(value, int) and value.bit_length() > MAX_BITS:
        raise ExpressionError("gives a number that is too large")
    return value


def decimal_of(value: int | Fraction) -> Decimal:
    fraction = Fraction(value)
    return CONTEXT.divide(Decimal(fraction.numerator), Decimal(fraction.denominator))
