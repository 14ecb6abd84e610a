"""Wrong variants and alternatives: programs beside the solution that the checks must catch, or must let pass.

A record is a decorated function in `wrong_*.py` or `alt_*.py`. It is read from the syntax tree, never imported: the program is the
solution's text, then the file's undecorated statements, then the record's functions under the names they replace.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from grader.errors import ContentError
from grader.records import dataclass

F = TypeVar("F", bound=Callable[..., object])


def wrong(misconception: str, *, fails: tuple[str, ...] | list[str], replaces: str, part_of: str = "") -> Callable[[F], F]:
    """Mark a function as a wrong variant: it replaces `replaces`, shows `misconception`, and exactly the checks `fails` catch it.

    Several functions with one `part_of` name make one variant together; the docstring of the first says what is wrong.
    """
    return lambda function: function


def alternative(label: str, *, replaces: str) -> Callable[[F], F]:
    """Mark a function as another correct style. Functions with one label make one alternative together."""
    return lambda function: function


@dataclass(frozen=True, slots=True)
class WrongVariant:
    """A known wrong way. `source` is the whole program; `fails` are the checks that must catch it; `replaces` are the functions that it
    has in place of the solution's."""

    name: str
    misconception: str
    fails: tuple[str, ...]
    describes: str
    source: bytes
    line: int
    replaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another correct style; `source` is the whole program, `functions` only what differs from the solution."""

    name: str
    describes: str
    source: bytes
    functions: str
    line: int


@dataclass(slots=True)
class _Record:
    label: str
    misconception: str
    fails: tuple[str, ...]
    line: int
    describes: str
    parts: list[ast.FunctionDef]
    names: tuple[str, ...] = ()


def wrong_variants(wrong_path: Path, solution_path: Path) -> tuple[WrongVariant, ...]:
    """All wrong variants of an exercise; empty when there is no file. Raises ContentError naming every bad record."""
    return tuple(
        WrongVariant(record.label, record.misconception, record.fails, record.describes, source, record.line, record.names)
        for record, source in _programs(wrong_path, solution_path, "wrong")
    )


def alternatives(alt_path: Path, solution_path: Path) -> tuple[Alternative, ...]:
    """All alternatives of an exercise; empty when there is no file. Raises ContentError naming every bad record."""
    return tuple(
        Alternative(record.label, record.describes, source, _own_part(source, solution_path), record.line)
        for record, source in _programs(alt_path, solution_path, "alternative")
    )


def _own_part(source: bytes, solution_path: Path) -> str:
    return source.decode().removeprefix(solution_path.read_text(encoding="utf-8")).strip()


def _programs(path: Path, solution_path: Path, decorator: str) -> tuple[tuple[_Record, bytes], ...]:
    if not path.exists():
        return ()
    return _made(path.read_bytes(), solution_path.read_text(encoding="utf-8"), path, decorator)


@lru_cache(maxsize=4)  # a grading process asks again under every secret
def _made(text: bytes, solution: str, path: Path, decorator: str) -> tuple[tuple[_Record, bytes], ...]:
    tree = ast.parse(text, str(path))
    problems: list[str] = []
    shared, records = _split(tree, decorator, path, problems)
    names = {node.name for node in ast.parse(solution).body if isinstance(node, ast.FunctionDef)}
    problems += [
        f"{path.name}:{part.lineno}: replaces `{part.name}`, which the solution does not define"
        for record in records
        for part in record.parts
        if part.name not in names
    ]
    if problems:
        raise ContentError(problems)
    return tuple((_without_trees(record), _program(solution, shared, record)) for record in records)


def _without_trees(record: _Record) -> _Record:
    """The record without its syntax trees, which are large."""
    return replace(record, parts=[], names=tuple(part.name for part in record.parts))


def _split(tree: ast.Module, decorator: str, path: Path, problems: list[str]) -> tuple[list[ast.stmt], list[_Record]]:
    shared: list[ast.stmt] = []
    records: dict[str, _Record] = {}
    for node in tree.body:
        mark = _mark_of(node, decorator)
        if mark is None:
            if not _is_header(node):
                shared.append(node)
            continue
        assert isinstance(node, ast.FunctionDef)
        _add(records, node, mark, decorator, path, problems)
    return shared, list(records.values())


def _is_header(node: ast.stmt) -> bool:
    """The file's docstring, `from __future__`, and the import of the marks themselves."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    return isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ("__future__", "grader")


def _mark_of(node: ast.stmt, decorator: str) -> ast.Call | None:
    if not isinstance(node, ast.FunctionDef):
        return None
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == decorator:
            return mark
    return None


def _add(records: dict[str, _Record], node: ast.FunctionDef, mark: ast.Call, decorator: str, path: Path, problems: list[str]) -> None:
    try:
        first = ast.literal_eval(mark.args[0])
        options = {keyword.arg: ast.literal_eval(keyword.value) for keyword in mark.keywords}
        target = options["replaces"]
    except (IndexError, KeyError, ValueError):
        problems.append(f"{path.name}:{node.lineno}: @{decorator} needs a literal first argument and replaces=...")
        return
    is_wrong = decorator == "wrong"
    label = (options.get("part_of") or node.name) if is_wrong else first
    describes = (ast.get_docstring(node) or "").strip()
    record = records.setdefault(
        label,
        _Record(label, first if is_wrong else "", tuple(options.get("fails", ())), node.lineno, describes, []),
    )
    record.parts.append(_renamed(node, target))


def _renamed(node: ast.FunctionDef, target: str) -> ast.FunctionDef:
    decorators = [mark for mark in node.decorator_list if not (isinstance(mark, ast.Call) and _is_mark(mark))]
    return ast.FunctionDef(
        **{
            **{field: getattr(node, field) for field in node._fields if hasattr(node, field)},
            "name": target,
            "decorator_list": decorators,
        },
        lineno=node.lineno,
        col_offset=node.col_offset,
    )


def _is_mark(mark: ast.Call) -> bool:
    return isinstance(mark.func, ast.Name) and mark.func.id in ("wrong", "alternative")


def _program(solution: str, shared: list[ast.stmt], record: _Record) -> bytes:
    names = {name for part in record.parts for name in _names(part)}
    needed = _needed(shared, names)
    body = [*needed, *record.parts]
    text = ast.unparse(ast.fix_missing_locations(ast.Module(body=body, type_ignores=[])))
    return f"{solution}\n\n{text}\n".encode()


def _needed(shared: list[ast.stmt], names: set[str]) -> list[ast.stmt]:
    """The shared statements that a record uses, directly or through each other: helpers of other records stay out."""
    kept: set[int] = set()
    wanted = names - set(dir(builtins))
    is_growing = True
    while is_growing:
        is_growing = False
        for index, node in enumerate(shared):
            if index not in kept and _bound(node) & wanted:
                kept.add(index)
                wanted |= _names(node)
                is_growing = True
    return [node for index, node in enumerate(shared) if index in kept]


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _bound(node: ast.stmt) -> set[str]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
