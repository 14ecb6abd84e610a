"""The quiz files as lint sees them: plain data, where everything stands, and the problems of shape that pydantic finds.

Only lint and export of schemas come here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from grader.content.strict_yaml import Position, Problem, load_strict
from grader.errors import nearest
from grader.quiz import schema
from grader.quiz.bank import CATALOGUE, quiz_files
from grader.quiz.model import Kind
from grader.records import dataclass

Where = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One question or card of one file."""

    file: SourceFile
    where: Where
    data: Mapping[str, Any]
    objective: str
    is_card: bool

    @property
    def id(self) -> str:
        """Its id."""
        return str(self.data["id"])

    def problem(self, rule: str, message: str, *path: str | int) -> Problem:
        """A problem at a place inside this entry."""
        return self.file.problem((*self.where, *path), f"[{self.id}] {message} ({rule})")


@dataclass(slots=True)
class SourceFile:
    """One file: data, positions and what is wrong with its shape."""

    path: Path
    shown: str
    data: Any
    positions: Mapping[Where, Position]
    problems: list[Problem] = field(default_factory=list)
    broken: set[Where] = field(default_factory=set)

    def position(self, where: Where) -> Position:
        """Where something stands, or what holds it."""
        while where and where not in self.positions:
            where = where[:-1]
        return self.positions.get(where, Position(1, 1))

    def problem(self, where: Where, message: str) -> Problem:
        """A problem at a place of this file."""
        return Problem(self.shown, self.position(where), message)

    def entries(self) -> Iterator[Entry]:
        """Its questions and cards whose shape is right; the others are reported already."""
        for kind in ("questions", "cards"):
            for at, data in enumerate(_list(self.data, kind)):
                where: Where = (kind, at)
                if where not in self.broken:
                    yield Entry(self, where, data, self.data["objective"], kind == "cards")


def _list(data: Any, key: str) -> list[Any]:
    found = data.get(key) if isinstance(data, dict) else None
    return found if isinstance(found, list) else []


def read_sources(folder: Path) -> tuple[list[SourceFile], SourceFile]:
    """Every quiz file and the catalogue; nothing is raised for what they say."""
    files = [_read(path, folder, schema.QuizFile) for path in quiz_files(folder)]
    return files, _read(folder / CATALOGUE, folder, schema.Catalogue)


def _read(path: Path, folder: Path, model: type[BaseModel]) -> SourceFile:
    shown = f"{folder.name}/{path.name}"
    loaded = load_strict(path, shown=shown)
    source = SourceFile(path, shown, loaded.data, loaded.positions, list(loaded.problems))
    if isinstance(loaded.data, dict):
        _validate(source, model)
    elif not loaded.problems:
        source.problems.append(source.problem((), "a mapping is needed here"))
    if not isinstance(source.data, dict):
        source.data = {}
    return source


def _validate(source: SourceFile, model: type[BaseModel]) -> None:
    try:
        model.model_validate(source.data)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            where = _in_data(detail["loc"], source.data)
            if detail["type"] == "union_tag_invalid":
                where = (*where, "type")
            source.problems.append(source.problem(where, _message(detail, where, source.data)))
            source.broken.add(where[:2])


def _in_data(loc: Sequence[str | int], data: Any) -> Where:
    """The path of an error without the names of union members that pydantic mixes in."""
    where: list[str | int] = []
    here: Any = data
    for step in loc:
        has_step = step in here if isinstance(here, dict) else isinstance(here, list) and isinstance(step, int) and step < len(here)
        if has_step:  # else it is the name of a union member
            here = here[step]
            where.append(step)
    return tuple(where)


def _message(detail: ErrorDetails, where: Where, data: Any) -> str:
    name = _name_of(where, data)
    last = detail["loc"][-1] if detail["loc"] else ""
    if detail["type"] == "extra_forbidden":
        near = nearest(str(last), _known_keys())
        return f"{name}unknown key `{last}`." + (f" Did you mean `{near}`?" if near and near != last else "")
    if detail["type"] == "missing":
        return f"{name}`{last}` is missing"
    if detail["type"].startswith("union_tag"):
        return f"{name}`type` has to be one of {', '.join(Kind)}"
    key = next((step for step in reversed(where) if isinstance(step, str)), last)  # in a union, the last step names a member of it
    return f"{name}`{key}`: {detail['msg'][:1].lower()}{detail['msg'][1:]}"


def _name_of(where: Where, data: Any) -> str:
    if len(where) < 2:
        return ""
    entry = data[where[0]][where[1]]
    return f"[{entry['id']}] " if isinstance(entry, dict) and "id" in entry else ""


def _known_keys() -> list[str]:
    """Every key of every model: a misspelt one is nearest to the one that was meant."""
    models: list[type[BaseModel]] = [value for value in vars(schema).values() if isinstance(value, type) and issubclass(value, BaseModel)]
    return sorted({key for model in models for key in model.model_fields})
