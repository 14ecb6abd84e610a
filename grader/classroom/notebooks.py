"""Exercises out of a handed-in notebook: its code cells are read as text. Nothing is run, and outputs are never looked at."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable
from typing import Any, Protocol

from grader.classroom.opened import Candidate
from grader.content.cells import Cell, exercise_source, no_python, read_cells

MAX_CELLS = 5_000
_CELL_OF_SCRIPT = re.compile(r"^# In\[[ \d]*\]:[ \t]*\r?$", re.MULTILINE)
MAX_CODE = 512 << 10  # characters of all code cells together: they are parsed, and a file of its own may be no larger
_TOO_MANY = f" has more than {MAX_CELLS:,} cells."


class Wanted(Protocol):
    """What is looked for: an exercise."""

    @property
    def slug(self) -> str: ...
    @property
    def functions(self) -> tuple[str, ...]: ...


def from_notebook(path: str, content: bytes, exercises: Iterable[Wanted]) -> tuple[tuple[Candidate, ...], tuple[str, ...], str]:
    """Candidates, warnings, and what is wrong with the notebook ("" when it can be read)."""
    cells = _cells(content)
    if isinstance(cells, str):
        return (), (), f"{path}{cells}"
    candidates, said = [], []
    read, taken = read_cells(cells), set[int]()
    for exercise in exercises:
        found = exercise_source(read, exercise.slug, exercise.functions)
        said += [*found.warnings, *found.unrun]
        taken |= found.numbers
        if found.problem:
            candidates.append(Candidate(path, None, f"{path}: {found.problem}.", exercise.slug, is_from_notebook=True))
        elif found.source:
            candidates.append(Candidate(path, found.source, "", exercise.slug, is_from_notebook=True))
    said += [no_python(cell) for cell in read if cell.could_matter and cell.number not in taken]
    return tuple(candidates), tuple(f"{path}: {each}." for each in dict.fromkeys(said)), ""


def is_notebook(content: bytes) -> bool:
    """Whether a file is a notebook, whatever its name says."""
    return content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and b'"nbformat"' in content and b'"cells"' in content


def is_script(content: bytes) -> bool:
    """Whether a file is a notebook that was saved as a script with what only a notebook can run: Python alone stops at its first magic."""
    return b"get_ipython()" in content and _CELL_OF_SCRIPT.search(content.decode("utf-8", "replace")) is not None


def _cells(content: bytes) -> list[Cell] | str:
    """The code cells in file order, or why there are none to be had, in words that go on behind the path."""
    if b"\0" in content[:4]:  # UTF-16 without its mark
        return ":1 is not UTF-8: save it as UTF-8."
    try:
        text = content.decode("utf-8-sig")
        if is_script(content):
            return _bounded([{"source": _as_written(source)} for source in _CELL_OF_SCRIPT.split(text)[1:]])
        data = json.loads(text)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return f":{line} is not UTF-8: save it as UTF-8."
    except (ValueError, RecursionError):
        return " is no notebook: it is not JSON."
    if not isinstance(data, dict):
        return " is no notebook: it has no cells."
    version = data.get("nbformat")
    if isinstance(version, int) and version < 4:
        sheets = data.get("worksheets")
        found = (
            [cell for sheet in sheets if isinstance(sheet, dict) for cell in _list(sheet.get("cells"))]
            if isinstance(sheets, list)
            else None
        )
    else:
        found = data.get("cells") if isinstance(data.get("cells"), list) else None
    if found is None:
        return " is no notebook: it has no cells."
    if len(found) > MAX_CELLS:
        return _TOO_MANY
    return _bounded([each for each in found if isinstance(each, dict) and each.get("cell_type") == "code"])


def _bounded(code: list[dict[str, Any]]) -> list[Cell] | str:
    """The cells, unless there is more of them than anyone writes."""
    if len(code) > MAX_CELLS:
        return _TOO_MANY
    cells = [_cell(each, number) for number, each in enumerate(code, 1)]
    return cells if sum(len(cell.source) for cell in cells) <= MAX_CODE else f" has more than {MAX_CODE >> 10} KiB of code."


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _cell(data: dict[str, Any], number: int) -> Cell:
    """A code cell; format 3 called its source `input`."""
    source = data.get("source", data.get("input", ""))
    text = "".join(each for each in source if isinstance(each, str)) if isinstance(source, list) else str(source)
    meta = data.get("metadata")
    tags = meta.get("tags") if isinstance(meta, dict) else None
    return Cell(text, tuple(each for each in _list(tags) if isinstance(each, str)), number)


def _as_written(source: str) -> str:
    """A cell of a script as it stands in the notebook: what is below a `%%magic` is one text there."""
    if "run_cell_magic" not in source:
        return source
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source
    match body:
        case [
            ast.Expr(
                ast.Call(
                    ast.Attribute(_, "run_cell_magic"), [ast.Constant(str(name)), ast.Constant(str(options)), ast.Constant(str(below))]
                )
            )
        ]:
            return f"%%{name} {options}\n{below}"
    return source
