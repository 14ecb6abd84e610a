"""What a program needs of the statements around it, by the names that they bind and use. Text in, text out; nothing is run.

For notebooks: an import that only a plot uses, or data that is loaded for a try, is no part of an exercise's functions.
"""

from __future__ import annotations

import ast
import builtins
import re
import symtable
import warnings
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from grader.records import dataclass

STAR = "*"
FILLING = frozenset({"add", "append", "appendleft", "extend", "insert", "setdefault", "update"})  # methods, of all that Python can fill
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True, slots=True)
class Part:
    """One top-level statement, or one name of an import, and the names that it binds."""

    text: str
    binds: frozenset[str]


def parts_of(tree: ast.Module, text: str) -> tuple[Part, ...]:
    """The statements of a text that bind names, in its order. One that has to be awaited is none of them."""
    return tuple(part for part in _parts(tree, text) if part.binds)


def _parts(tree: ast.Module, text: str) -> Iterator[Part]:
    raw = text.encode()
    starts = [0, *(at.end() for at in re.finditer(rb"\n", raw))]
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (Part(_one_import(node, alias), frozenset({_bound(alias)})) for alias in node.names)
        elif binds := frozenset() if is_awaiting(node) else frozenset(_binds(node)):
            first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
            begin = starts[first - 1] if first < node.lineno else starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
            yield Part(raw[begin:end].decode(), binds)


def _one_import(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> str:
    if isinstance(node, ast.Import):
        return ast.unparse(ast.Import([alias]))
    return ast.unparse(ast.ImportFrom(node.module, [alias], node.level))


def _bound(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def _binds(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, _DEFINITIONS):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from map(_bound, node.names)
    elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name) and _is_stored(each))
        yield from (each.id for target in targets if isinstance(each := _holder(target), ast.Name))  # TABLE["x"] = 1 belongs to TABLE
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield from _filled(node.value)
    elif isinstance(node, (ast.If, ast.Try, ast.For, ast.While, ast.With)):
        handlers = [each for handler in getattr(node, "handlers", ()) for each in handler.body]
        for inner in (*node.body, *handlers, *getattr(node, "orelse", ()), *getattr(node, "finalbody", ())):
            yield from _binds(inner)
        heads = [node.target] if isinstance(node, ast.For) else [item.optional_vars for item in getattr(node, "items", ())]
        yield from (each.id for head in heads if head for each in ast.walk(head) if isinstance(each, ast.Name) and _is_stored(each))


def _filled(call: ast.Call) -> Iterator[str]:
    """The list, dict or set that a call as a statement fills: TABLE["x"].append(1) belongs to TABLE."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in FILLING and isinstance(holder := _holder(call.func.value), ast.Name):
        yield holder.id


def _holder(target: ast.expr) -> ast.expr:
    while isinstance(target, ast.Subscript):
        target = target.value
    return target


def _is_stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def is_awaiting(node: ast.AST) -> bool:
    """Whether anything in it, outside of functions, has to be awaited."""
    stack = [node]
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.Await, ast.AsyncFor, ast.AsyncWith)):
            return True
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            stack.extend(ast.iter_child_nodes(node))
    return False


def needed(texts: Iterable[str], has: Collection[str], around: Sequence[Part]) -> frozenset[int]:
    """Which of the parts around some texts these need, and those in turn; by index. `has`: names that the texts define themselves.

    `from module import *` is needed when a name is left that nothing else binds.
    """
    by_name: dict[str, list[int]] = {}
    for index, part in enumerate(around):
        for name in part.binds:
            by_name.setdefault(name, []).append(index)
    taken: set[int] = set()
    missing: set[str] = set()
    known = {*has, STAR}
    wanted = [name for text in texts for name in global_names(text)]
    while wanted:
        name = wanted.pop()
        if name in known:
            continue
        known.add(name)
        found = by_name.get(name, [])
        if not found and not hasattr(builtins, name):
            missing.add(name)
        fresh = [index for index in found if index not in taken]
        taken.update(fresh)
        wanted += [used for index in fresh for used in global_names(around[index].text)]
    return frozenset(taken.union(by_name.get(STAR, []) if missing else ()))


@lru_cache(maxsize=64)  # one cell may hold the functions of many exercises
def global_names(text: str) -> frozenset[str]:
    """The names that a program looks up outside of its functions; every word of it when it is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            table = symtable.symtable(text, "cells", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset(re.findall(r"[^\W\d]\w*", text))
    names, stack = set[str](), [table]
    while stack:
        scope = stack.pop()
        is_top = scope.get_type() == "module"
        names.update(symbol.get_name() for symbol in scope.get_symbols() if _is_looked_up(symbol, is_top=is_top))
        stack.extend(scope.get_children())
    return frozenset(names)


def _is_looked_up(symbol: symtable.Symbol, *, is_top: bool) -> bool:
    """Whether a scope looks a name up outside of functions; `global n` and `n += 1` does, though that counts as a binding only."""
    return symbol.is_declared_global() or (symbol.is_referenced() and (is_top or symbol.is_global()))
