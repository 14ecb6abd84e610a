"""A program as fingerprints that renaming and reformatting do not change: a walk over its syntax tree, winnowed. Runs nothing.

Names and constants are collapsed; operators, called attributes and structure stay. Source that is no Python has no fingerprints.
"""

from __future__ import annotations

import ast
import hashlib
import warnings
from collections.abc import Iterable, Iterator

GRAM = 7
WINDOW = 4
MAX_BYTES = 512 << 10


def fingerprints(source: bytes) -> frozenset[int]:
    """The winnowed fingerprints of a program: of every WINDOW grams in a row, the smallest hash."""
    hashes = [_hash(gram) for gram in _grams(list(tokens(source)))]
    if len(hashes) <= WINDOW:
        return frozenset(hashes)
    return frozenset(min(hashes[at : at + WINDOW]) for at in range(len(hashes) - WINDOW + 1))


def tokens(source: bytes) -> Iterator[str]:
    """The syntax tree in the order of the text, collapsed; nothing for what cannot be parsed."""
    if len(source) > MAX_BYTES:
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        if _is_docstring(node):
            continue
        token = _token(node)
        if token:
            yield token
        stack.extend(reversed(list(ast.iter_child_nodes(node))))


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _token(node: ast.AST) -> str:
    """What a node says when names and values are forgotten."""
    if isinstance(node, (ast.Import, ast.ImportFrom, ast.alias, ast.expr_context, ast.Module)):
        return ""
    if isinstance(node, ast.Attribute):
        return f".{node.attr}"
    if isinstance(node, ast.keyword):
        return f"{node.arg}="
    if isinstance(node, ast.Constant):
        return type(node.value).__name__
    return type(node).__name__


def _grams(found: list[str]) -> Iterable[tuple[str, ...]]:
    return (tuple(found[at : at + GRAM]) for at in range(max(0, len(found) - GRAM + 1)))


def _hash(gram: tuple[str, ...]) -> int:
    return int.from_bytes(hashlib.blake2b("\0".join(gram).encode("utf-8", "replace"), digest_size=8).digest(), "big")
