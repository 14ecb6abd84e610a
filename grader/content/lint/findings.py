"""What a lint rule is and what it finds. Knows no rule."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

from grader.content.models import Level
from grader.records import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One thing to mend, at a place; `file` is shown as people say it."""

    file: str
    line: int
    col: int
    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.col}: [{self.rule}] {self.message}"


@dataclass(frozen=True, slots=True)
class Found:
    """What a rule's function yields: a place and a sentence."""

    path: Path
    message: str
    line: int = 1
    col: int = 1


@dataclass(frozen=True, slots=True)
class Rule:
    """A lint rule: a permanent id, the sentence that holds when nothing is found, and the function that looks."""

    id: str
    sentence: str
    look: Callable[[Level], Iterable[Found]]
    needs_whole: bool = False  # looks for names that only a level without unreadable files has in full


@lru_cache(maxsize=1024)
def parsed(path: Path) -> ast.Module | None:
    """The syntax tree of a Python file; None when there is no such file or it is no Python (other rules and tools say so)."""
    try:
        return ast.parse(path.read_bytes(), str(path))
    except (FileNotFoundError, SyntaxError, ValueError):
        return None


def functions(tree: ast.Module | None) -> dict[str, ast.FunctionDef]:
    """The top-level functions of a module by name."""
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)} if tree is not None else {}
