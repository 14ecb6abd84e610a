"""Mutants: the solution with one small thing wrong in it. Pure: source in, sources out, always in the same order.

Operators: arithmetic, comparison, boolean, sign, constant, dropped keyword, dropped statement, swapped arguments, swapped results,
wrong variable, negated condition, dropped slice bound, dropped call. Docstrings and module-level data are left alone.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from grader.records import dataclass

GIVEN = "# Given: do not change."  # the line above a function that the stub gives

ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.FloorDiv,
}
COMPARISON: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mutant. `id` stays the same while its line's text does: function, operator, the text before and after, and which one."""

    id: str
    line: int
    source: bytes


def mutants(source: str) -> list[Mutant]:
    """Every mutant of the functions of a module, each different from the module and from every other; given code is left alone."""
    tree = ast.parse(source)
    lines = source.splitlines()
    seen = {ast.dump(tree)}
    counts: dict[str, int] = {}
    found = []
    for function in [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]:
        if function.lineno > 1 and lines[function.lineno - 2].startswith(GIVEN):
            continue
        for name, line, changed, place in _changes(tree, function):
            dumped = ast.dump(changed)
            if dumped in seen:
                continue
            seen.add(dumped)
            key = f"{function.name}: {name}: {place}"
            counts[key] = counts.get(key, 0) + 1
            suffix = f" #{counts[key]}" if counts[key] > 1 else ""
            found.append(Mutant(key + suffix, line, ast.unparse(ast.fix_missing_locations(changed)).encode()))
    return found


def _changes(tree: ast.Module, function: ast.AST) -> Iterator[tuple[str, int, ast.Module, str]]:
    """(operator, line, changed module, "before → after") of every change inside one function."""
    names = _local_names(function)
    for node in ast.walk(function):
        for name, replacement in _replacements(node, names):
            before = ast.unparse(node).split("\n")[0][:70]
            after = ast.unparse(replacement).split("\n")[0][:70] if replacement is not None else "(nothing)"
            yield name, getattr(node, "lineno", 0), _with(tree, node, replacement), f"{before} → {after}"


def _with(tree: ast.Module, node: ast.AST, replacement: ast.AST | None) -> ast.Module:
    """A copy of the module with one node replaced; None stands for `pass`."""
    memo: dict[int, object] = {id(node): copy.deepcopy(replacement) if replacement is not None else ast.Pass()}
    return copy.deepcopy(tree, memo)


def _local_names(function: ast.AST) -> list[str]:
    """Parameters and assigned names of the function, sorted."""
    found = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    found |= {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return sorted(found - {"self"})


def _replacements(node: ast.AST, names: list[str]) -> Iterator[tuple[str, ast.AST | None]]:
    if isinstance(node, ast.stmt):
        yield from _statement(node)
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
        yield "negated condition", _changed(node, test=ast.UnaryOp(ast.Not(), node.test))
    if isinstance(node, ast.expr):
        yield from _expression(node, names)


def _statement(node: ast.stmt) -> Iterator[tuple[str, ast.AST | None]]:
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    if isinstance(node, (ast.AugAssign, ast.Expr, ast.If, ast.For, ast.Continue, ast.Break, ast.Raise)) and not is_docstring:
        yield "dropped statement", None
    if isinstance(node, ast.AugAssign):
        yield "arithmetic", _changed(node, op=ARITHMETIC[type(node.op)]()) if type(node.op) in ARITHMETIC else None
    if isinstance(node, ast.If) and node.orelse:
        yield "dropped else", _changed(node, orelse=[])
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Subscript, ast.Attribute)):
        yield "dropped statement", None


def _expression(node: ast.expr, names: list[str]) -> Iterator[tuple[str, ast.AST | None]]:
    if isinstance(node, ast.BinOp):
        yield from _binary(node)
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISON:
        yield "comparison", _changed(node, ops=[COMPARISON[type(node.ops[0])](), *node.ops[1:]])
    elif isinstance(node, ast.BoolOp):
        yield "boolean", _changed(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    elif isinstance(node, ast.UnaryOp) and not isinstance(node.operand, ast.Constant):
        yield "sign", node.operand
    elif isinstance(node, ast.Constant):
        yield from _constant(node)
    elif isinstance(node, ast.Call):
        yield from _call(node)
    elif isinstance(node, ast.Slice):
        yield from _slice(node)
    elif isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load) and len(node.elts) == 2:
        yield "swapped results", _changed(node, elts=node.elts[::-1])
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names and len(names) > 1:
        following = names[(names.index(node.id) + 1) % len(names)]
        yield "wrong variable", ast.Name(following, ast.Load())


def _binary(node: ast.BinOp) -> Iterator[tuple[str, ast.AST | None]]:
    if type(node.op) in ARITHMETIC:
        yield "arithmetic", _changed(node, op=ARITHMETIC[type(node.op)]())
    if isinstance(node.op, (ast.Sub, ast.Div, ast.MatMult, ast.Pow, ast.FloorDiv)):
        yield "swapped operands", _changed(node, left=node.right, right=node.left)
    yield "dropped operand", node.left


def _constant(node: ast.Constant) -> Iterator[tuple[str, ast.AST | None]]:
    if isinstance(node.value, bool):
        yield "constant", ast.Constant(not node.value)
    elif isinstance(node.value, (int, float)):
        yield "constant", ast.Constant(node.value + 1)
        yield "constant", ast.Constant(node.value - 1) if node.value == 0 else ast.Constant(0)


def _call(node: ast.Call) -> Iterator[tuple[str, ast.AST | None]]:
    for index in range(len(node.keywords)):
        yield "dropped keyword", _changed(node, keywords=node.keywords[:index] + node.keywords[index + 1 :])
    if len(node.args) >= 2 and not any(isinstance(arg, ast.Starred) for arg in node.args[:2]):
        yield "swapped arguments", _changed(node, args=[node.args[1], node.args[0], *node.args[2:]])
    if node.args and not isinstance(node.args[0], (ast.Starred, ast.GeneratorExp)):
        yield "dropped call", node.args[0]
    elif isinstance(node.func, ast.Attribute) and not node.args:
        yield "dropped call", node.func.value


def _slice(node: ast.Slice) -> Iterator[tuple[str, ast.AST | None]]:
    for bound in ("lower", "upper", "step"):
        if getattr(node, bound) is not None:
            yield "dropped bound", _changed(node, **{bound: None})


def _changed(node: ast.AST, **fields: object) -> ast.AST:
    """A shallow copy of a node with some fields changed."""
    made = copy.copy(node)
    for name, value in fields.items():
        setattr(made, name, value)
    return made
