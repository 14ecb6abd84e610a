"""Arithmetic from content files, worked out exactly by walking a whitelisted syntax tree; Python's own evaluator is never asked.

Knows nothing of questions. Everything is capped: characters, nodes, steps, sizes.
"""

from __future__ import annotations

import ast
import functools
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from grader.quiz.functions import FUNCTIONS, divide, power, whole_division
from grader.quiz.values import ExpressionError, Value, as_list, capped, index_of, num, show, tidy

MAX_CHARS = 400
MAX_NODES = 200
MAX_STEPS = 20_000


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
            return node.value if isinstance(node.value, str) else capped(node.value)
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
            return capped(plain(left, right))
        if isinstance(node.op, ast.Add):
            if isinstance(left, str) and isinstance(right, str):
                return capped(left + right)
            if isinstance(left, list) and isinstance(right, list):
                return capped(left + right)
        apply = _BINARY.get(type(node.op))
        if apply is None:
            raise ExpressionError(f"{type(node.op).__name__} is not allowed in an expression")
        return capped(apply(num(left), num(right)))

    def unary(self, node: ast.UnaryOp) -> Value:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return not value
        if isinstance(node.op, ast.USub):
            return -num(value)
        if isinstance(node.op, ast.UAdd):
            return num(value)
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
        return capped([self.value(item) for item in node.elts])

    def subscript(self, node: ast.Subscript) -> Value:
        whole = self.value(node.value)
        if not isinstance(whole, (list, str)):
            raise ExpressionError("only lists can be indexed")
        if isinstance(node.slice, ast.Slice):
            if node.slice.step is not None:
                raise ExpressionError("a step is not allowed in a slice")
            low = None if node.slice.lower is None else index_of(self.value(node.slice.lower))
            high = None if node.slice.upper is None else index_of(self.value(node.slice.upper))
            return whole[low:high]
        index = index_of(self.value(node.slice))
        if not 0 <= index < len(whole):
            raise ExpressionError(f"index {index} is outside 0 to {len(whole) - 1}")
        return whole[index]

    def comprehension(self, node: ast.ListComp) -> Value:
        outer = dict(self.scope)
        result = capped([self.value(node.elt) for _ in self._rounds(node.generators)])
        self.scope = outer
        return result

    def _rounds(self, generators: Sequence[ast.comprehension]) -> Iterator[None]:
        if not generators:
            yield
            return
        first, *rest = generators
        for item in as_list(self.value(first.iter)):
            self._bind(first.target, item)
            if all(self.value(test) for test in first.ifs):
                yield from self._rounds(rest)

    def _bind(self, target: ast.expr, item: Value) -> None:
        if isinstance(target, ast.Name):
            self.scope[target.id] = item
            return
        parts = as_list(item)
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
            return capped(FUNCTIONS[node.func.id](*arguments))
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


def _compare(op: ast.cmpop, left: Value, right: Value) -> bool:
    if isinstance(op, ast.Eq):
        return left == right
    if isinstance(op, ast.NotEq):
        return left != right
    if isinstance(op, ast.In):
        return left in as_list(right)
    if isinstance(op, ast.NotIn):
        return left not in as_list(right)
    order = _ORDER.get(type(op))
    if order is None:
        raise ExpressionError(f"{type(op).__name__} is not allowed in an expression")
    return bool(order(num(left), num(right)))


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
    ast.Div: divide,
    ast.FloorDiv: whole_division(operator.floordiv),
    ast.Mod: whole_division(operator.mod),
    ast.Pow: power,
}
