"""Arithmetic from content files, worked out exactly by walking a whitelisted syntax tree; Python's own evaluator is never asked.

Numbers are int or Fraction; exp, log and sqrt are rounded correctly to 40 digits by `decimal`, so a result is the same on every machine.
Knows nothing of questions. Everything is capped: characters, nodes, steps, sizes.
"""

from __future__ import annotations

import ast
import functools
import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

MAX_CHARS = 400
MAX_NODES = 200
MAX_STEPS = 20_000
MAX_ITEMS = 500
MAX_BITS = 2_000
DIGITS = 40
_SMALL = 2**60

Value = bool | int | Fraction | str | list["Value"]
_CONTEXT = Context(prec=DIGITS)


class ExpressionError(Exception):
    """An expression that is not allowed, or has no value; one sentence."""


def evaluate(text: str, names: Mapping[str, Value]) -> Value:
    """The value of `text`; raises ExpressionError, and nothing else, whatever the text is."""
    return _Walk(names).value(parse(text))


def number(text: str, names: Mapping[str, Value]) -> Fraction:
    """Like `evaluate`, for an expression that must give one number."""
    value = evaluate(text, names)
    if isinstance(value, (bool, str, list)):
        raise ExpressionError(f"`{text}` gives {show(value)}, not a number")
    return Fraction(value)


@functools.lru_cache(maxsize=2_000)
def parse(text: str) -> ast.expr:
    """The syntax tree, or ExpressionError when it is too long, too large, or not an expression."""
    if len(text) > MAX_CHARS:
        raise ExpressionError(f"longer than {MAX_CHARS} characters")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ExpressionError(f"`{text}` is not an expression") from error
    if sum(1 for _ in ast.walk(tree)) > MAX_NODES:
        raise ExpressionError(f"`{text[:40]}…` has more than {MAX_NODES} parts")
    return tree


def names_in(text: str) -> frozenset[str]:
    """The free names of an expression, functions left out."""
    tree = parse(text)
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return frozenset(used - bound - FUNCTIONS.keys())


def tidy(value: Fraction) -> int | Fraction:
    """An int where the value is whole; otherwise at most 40 significant digits below the line."""
    if value.denominator == 1:
        return value.numerator
    if value.denominator.bit_length() > MAX_BITS:
        return Fraction(_decimal(value))
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


class _Walk:
    """One evaluation, with its budget of steps."""

    def __init__(self, names: Mapping[str, Value]) -> None:
        self.scope: dict[str, Value] = dict(names)
        self.steps = 0

    def value(self, node: ast.AST) -> Value:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise ExpressionError(f"needs more than {MAX_STEPS} steps")
        visit = _VISITORS.get(type(node))
        if visit is None:
            raise ExpressionError(f"{type(node).__name__} is not allowed in an expression")
        return visit(self, node)

    def constant(self, node: ast.Constant) -> Value:
        if isinstance(node.value, (bool, int, str)):
            return node.value if isinstance(node.value, str) else _capped(node.value)
        if isinstance(node.value, float) and node.value - node.value == 0:
            return tidy(Fraction(repr(node.value)))
        raise ExpressionError(f"{node.value!r} is not allowed in an expression")

    def name(self, node: ast.Name) -> Value:
        if node.id not in self.scope:
            raise ExpressionError(f"`{node.id}` is not a parameter")
        return self.scope[node.id]

    def binary(self, node: ast.BinOp) -> Value:
        left, right = self.value(node.left), self.value(node.right)
        if type(left) is int and type(right) is int and (plain := _PLAIN.get(type(node.op))):
            return _capped(plain(left, right))
        if isinstance(node.op, ast.Add):
            if isinstance(left, str) and isinstance(right, str):
                return _capped(left + right)
            if isinstance(left, list) and isinstance(right, list):
                return _capped(left + right)
        apply = _BINARY.get(type(node.op))
        if apply is None:
            raise ExpressionError(f"{type(node.op).__name__} is not allowed in an expression")
        return _capped(apply(_num(left), _num(right)))

    def unary(self, node: ast.UnaryOp) -> Value:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return not value
        if isinstance(node.op, ast.USub):
            return -_num(value)
        if isinstance(node.op, ast.UAdd):
            return _num(value)
        raise ExpressionError(f"{type(node.op).__name__} is not allowed in an expression")

    def boolean(self, node: ast.BoolOp) -> Value:
        stops_at = isinstance(node.op, ast.Or)
        return next((stops_at for part in node.values if bool(self.value(part)) is stops_at), not stops_at)

    def compare(self, node: ast.Compare) -> Value:
        left = self.value(node.left)
        for op, right_node in zip(node.ops, node.comparators, strict=True):
            right = self.value(right_node)
            if not _compare(op, left, right):
                return False
            left = right
        return True

    def choice(self, node: ast.IfExp) -> Value:
        return self.value(node.body if self.value(node.test) else node.orelse)

    def items(self, node: ast.List | ast.Tuple) -> Value:
        return _capped([self.value(item) for item in node.elts])

    def subscript(self, node: ast.Subscript) -> Value:
        whole = self.value(node.value)
        if not isinstance(whole, (list, str)):
            raise ExpressionError("only lists can be indexed")
        if isinstance(node.slice, ast.Slice):
            if node.slice.step is not None:
                raise ExpressionError("a step is not allowed in a slice")
            low = None if node.slice.lower is None else _index(self.value(node.slice.lower))
            high = None if node.slice.upper is None else _index(self.value(node.slice.upper))
            return whole[low:high]
        index = _index(self.value(node.slice))
        if not 0 <= index < len(whole):
            raise ExpressionError(f"index {index} is outside 0 to {len(whole) - 1}")
        return whole[index]

    def comprehension(self, node: ast.ListComp) -> Value:
        outer = dict(self.scope)
        result = _capped([self.value(node.elt) for _ in self._rounds(node.generators)])
        self.scope = outer
        return result

    def _rounds(self, generators: Sequence[ast.comprehension]) -> Iterator[None]:
        if not generators:
            yield
            return
        first, *rest = generators
        for item in _list(self.value(first.iter)):
            self._bind(first.target, item)
            if all(self.value(test) for test in first.ifs):
                yield from self._rounds(rest)

    def _bind(self, target: ast.expr, item: Value) -> None:
        if isinstance(target, ast.Name):
            self.scope[target.id] = item
            return
        parts = _list(item)
        if not isinstance(target, ast.Tuple) or len(target.elts) != len(parts):
            raise ExpressionError("a loop variable does not fit what it loops over")
        for part_target, part in zip(target.elts, parts, strict=True):
            self._bind(part_target, part)

    def call(self, node: ast.Call) -> Value:
        if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS or node.keywords:
            raise ExpressionError("only the listed functions can be called")
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            raise ExpressionError("* is not allowed in a call")
        arguments = [self.value(argument) for argument in node.args]
        try:
            return _capped(FUNCTIONS[node.func.id](*arguments))
        except (TypeError, ValueError, IndexError, ArithmeticError) as error:
            raise ExpressionError(f"{node.func.id}() cannot be worked out here") from error


_VISITORS: dict[type[ast.AST], Callable[[_Walk, ast.AST], Value]] = {
    ast.Constant: _Walk.constant,  # type: ignore[dict-item]  # each visitor takes its own node type, chosen by the key
    ast.Name: _Walk.name,  # type: ignore[dict-item]  # as above
    ast.BinOp: _Walk.binary,  # type: ignore[dict-item]  # as above
    ast.UnaryOp: _Walk.unary,  # type: ignore[dict-item]  # as above
    ast.BoolOp: _Walk.boolean,  # type: ignore[dict-item]  # as above
    ast.Compare: _Walk.compare,  # type: ignore[dict-item]  # as above
    ast.IfExp: _Walk.choice,  # type: ignore[dict-item]  # as above
    ast.List: _Walk.items,  # type: ignore[dict-item]  # as above
    ast.Tuple: _Walk.items,  # type: ignore[dict-item]  # as above
    ast.Subscript: _Walk.subscript,  # type: ignore[dict-item]  # as above
    ast.ListComp: _Walk.comprehension,  # type: ignore[dict-item]  # as above
    ast.Call: _Walk.call,  # type: ignore[dict-item]  # as above
}


def _num(value: Value) -> int | Fraction:
    if type(value) is int:
        return value
    if isinstance(value, (str, list)):
        raise ExpressionError(f"{show(value)[:40]} is not a number")
    return value


def _list(value: Value) -> list[Value]:
    if isinstance(value, str):
        return list(value)
    if not isinstance(value, list):
        raise ExpressionError(f"{show(value)} is not a list")
    return value


def _index(value: Value) -> int:
    whole = _num(value)
    if isinstance(whole, Fraction):
        raise ExpressionError(f"{show(whole)} is not a whole number")
    return whole


def _capped(value: Value) -> Value:
    if type(value) is int and -_SMALL < value < _SMALL:
        return value
    if isinstance(value, (list, str)) and len(value) > MAX_ITEMS:
        raise ExpressionError(f"gives more than {MAX_ITEMS} items")
    if isinstance(value, Fraction):
        value = tidy(value)
    if isinstance(value, int) and value.bit_length() > MAX_BITS:
        raise ExpressionError("gives a number that is too large")
    return value


def _divide(left: int | Fraction, right: int | Fraction) -> int | Fraction:
    if right == 0:
        raise ExpressionError("division by zero")
    return tidy(Fraction(left) / right)


def _whole_division(apply: Callable[[int | Fraction, int | Fraction], int | Fraction]) -> Callable[..., int | Fraction]:
    def divided(left: int | Fraction, right: int | Fraction) -> int | Fraction:
        if right == 0:
            raise ExpressionError("division by zero")
        return apply(left, right)

    return divided


def _power(base: int | Fraction, exponent: int | Fraction) -> int | Fraction:
    exponent = tidy(Fraction(exponent))
    if isinstance(exponent, int):
        if abs(exponent) > 64 or (base == 0 and exponent < 0):
            raise ExpressionError(f"the power {exponent} is not allowed")
        return tidy(Fraction(base) ** exponent)
    if exponent == Fraction(1, 2):
        return _sqrt(base)
    return _exp(exponent * Fraction(_log(base)))


def _decimal(value: int | Fraction) -> Decimal:
    fraction = Fraction(value)
    return _CONTEXT.divide(Decimal(fraction.numerator), Decimal(fraction.denominator))


def _exp(value: int | Fraction) -> int | Fraction:
    if abs(Fraction(value)) > 500:
        raise ExpressionError("exp of more than 500")
    return tidy(Fraction(_CONTEXT.exp(_decimal(value))))


def _log(value: int | Fraction) -> int | Fraction:
    if value <= 0:
        raise ExpressionError("the logarithm needs a number above 0")
    return tidy(Fraction(_CONTEXT.ln(_decimal(value))))


def _sqrt(value: int | Fraction) -> int | Fraction:
    if value < 0:
        raise ExpressionError("the square root needs a number that is not negative")
    fraction = Fraction(value)
    above, below = math.isqrt(fraction.numerator), math.isqrt(fraction.denominator)
    if above**2 == fraction.numerator and below**2 == fraction.denominator:
        return tidy(Fraction(above, below))
    return tidy(Fraction(_CONTEXT.sqrt(_decimal(value))))


def _compare(op: ast.cmpop, left: Value, right: Value) -> bool:
    if isinstance(op, ast.Eq):
        return left == right
    if isinstance(op, ast.NotEq):
        return left != right
    if isinstance(op, ast.In):
        return left in _list(right)
    if isinstance(op, ast.NotIn):
        return left not in _list(right)
    order = _ORDER.get(type(op))
    if order is None:
        raise ExpressionError(f"{type(op).__name__} is not allowed in an expression")
    return bool(order(_num(left), _num(right)))


_ORDER: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_PLAIN: dict[type[ast.operator], Callable[[int, int], int]] = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}
_BINARY: dict[type[ast.operator], Callable[[int | Fraction, int | Fraction], int | Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: _divide,
    ast.FloorDiv: _whole_division(operator.floordiv),
    ast.Mod: _whole_division(operator.mod),
    ast.Pow: _power,
}


def _numbers(value: Value) -> list[int | Fraction]:
    return [_num(item) for item in _list(value)]


def _sum(value: Value) -> Value:
    return tidy(Fraction(sum(_numbers(value))))


def _extreme(pick: Callable[[list[int | Fraction]], int | Fraction]) -> Callable[..., Value]:
    def picked(*values: Value) -> Value:
        return pick(_numbers(values[0]) if len(values) == 1 else [_num(value) for value in values])

    return picked


def _range(*bounds: Value) -> Value:
    span = range(*(_index(bound) for bound in bounds))
    if len(span) > MAX_ITEMS:
        raise ExpressionError(f"range of more than {MAX_ITEMS}")
    return list(span)


def _dot(left: Value, right: Value) -> Value:
    return tidy(Fraction(sum(a * b for a, b in zip(_numbers(left), _numbers(right), strict=True))))


def _transpose(table: Value) -> Value:
    return [list(column) for column in zip(*map(_list, _list(table)), strict=True)]


def _matmul(left: Value, right: Value) -> Value:
    columns = _list(_transpose(right))
    return [[_dot(row, column) for column in columns] for row in _list(left)]


def _softmax(row: Value) -> Value:
    numbers = _numbers(row)
    raised = [_exp(value - max(numbers)) for value in numbers]
    total = _num(_sum(list(raised)))
    return [_divide(value, total) for value in raised]


def _round(value: Value, places: Value = 0) -> Value:
    scale = 10 ** _index(places)
    return tidy(Fraction(round(Fraction(_num(value)) * scale), scale))


def _floor(value: Value) -> Value:
    return _num(value).__floor__()


def _sorted(value: Value, keys: Value | None = None) -> Value:
    """Items by their own size, or by the list of keys beside them; ties keep their order."""
    items = _list(value)
    by = _numbers(items if keys is None else keys)
    return [items[at] for at in sorted(range(len(items)), key=lambda at: Fraction(by[at]))]


def _zip(*lists: Value) -> Value:
    return [list(together) for together in zip(*map(_list, lists), strict=True)]


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "abs": lambda value: abs(_num(value)),
    "sqrt": lambda value: _sqrt(_num(value)),
    "exp": lambda value: _exp(_num(value)),
    "log": lambda value: _log(_num(value)),
    "min": _extreme(min),
    "max": _extreme(max),
    "sum": _sum,
    "len": lambda value: len(_list(value)),
    "range": _range,
    "round": _round,
    "floor": _floor,
    "dot": _dot,
    "matmul": _matmul,
    "transpose": _transpose,
    "softmax": _softmax,
    "sorted": _sorted,
    "reversed": lambda value: _list(value)[::-1],
    "index": lambda items, item: _list(items).index(item),
    "zip": _zip,
    "all": lambda value: all(_list(value)),
    "any": lambda value: any(_list(value)),
    "distinct": lambda value: all(item not in _list(value)[:at] for at, item in enumerate(_list(value))),
    "text": show,
    "join": lambda items, between: between.join(map(show, _list(items))),
}
