"""Which parts of a result are the same object as, or share memory with, an argument or an earlier result.

A claim made beside learner code: best effort.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

_ATOMS = frozenset({type(None), bool, int, float, complex, str, bytes})
_MAX_NODES = 20_000
_MAX_FOUND = 100


def find(result: object, args: tuple[object, ...], kwargs: dict[str, object], earlier: tuple[object, ...] = ()) -> list[tuple[str, str]]:
    """Pairs (path in the result, path in an argument, in an earlier result, or before it in this one): ("result[0]", "args[1]")."""
    if type(result) in _ATOMS:
        return []
    numpy: Any = sys.modules.get("numpy")
    array_type = numpy.ndarray if numpy is not None else None
    holders: dict[int, str] = {}
    arrays: list[tuple[str, Any]] = []
    given = [*((f"args[{i}]", a) for i, a in enumerate(args)), *((f"kwargs[{k!r}]", v) for k, v in kwargs.items())]
    for start, value in [*given, *((f"earlier[{i}]", e) for i, e in enumerate(earlier))]:
        for path, node in _mutable_nodes(value, start, array_type):
            if type(node) is array_type:
                arrays.append((path, node))
            holders.setdefault(id(node), path)
    found: list[tuple[str, str]] = []
    skipped: set[int] = set()
    for path, node in _mutable_nodes(result, "result", array_type, skipped):
        other = holders.setdefault(id(node), path)
        if other != path:
            found.append((path, other))
            skipped.add(id(node))  # its parts are shared as well: no news
        elif type(node) is array_type:
            found += [(path, there) for there, array in arrays if _share(numpy, node, array)]
        if len(found) >= _MAX_FOUND:
            break
    return found[:_MAX_FOUND]


def _share(numpy: Any, one: Any, other: Any) -> bool:
    if not numpy.may_share_memory(one, other):
        return False
    try:
        return bool(numpy.shares_memory(one, other, max_work=10_000))
    except Exception:  # too hard to tell: their bounds overlap, which is reason enough
        return True


def _mutable_nodes(value: object, path: str, array_type: type | None, skipped: set[int] | None = None) -> Iterator[tuple[str, Any]]:
    """Lists, dicts, sets and arrays inside a value, with their paths, the outer before the inner; not the inside of `skipped` ones."""
    stack: list[tuple[str, Any]] = [(path, value)]
    seen: set[int] = set()
    budget = _MAX_NODES
    while stack and budget > 0:
        where, node = stack.pop()
        kind = type(node)
        if kind in _ATOMS or (kind in (list, dict) and id(node) in seen):
            if kind not in _ATOMS:
                yield where, node
            continue
        budget -= 1
        if kind in (list, dict, set) or kind is array_type:
            seen.add(id(node))
            yield where, node
            if skipped and id(node) in skipped:
                continue
        if kind in (list, tuple):
            if not set(map(type, node)) <= _ATOMS:
                stack += [(f"{where}[{i}]", item) for i, item in reversed(list(enumerate(node)))]
        elif kind is dict:
            stack += [(f"{where}[{key!r}]" if type(key) in _ATOMS else f"{where}[…]", item) for key, item in reversed(node.items())]
