"""Exercise source out of notebook cells: text in, text out. Nothing is executed, and nothing is parsed as Python here.

Cells tagged with the exercise's name are taken if there are any; else every cell that defines one of its functions, and the imports and
helpers that stand in other defining cells. Magics and shell lines are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.records import dataclass

MAGIC = re.compile(r"^\s*[%!?]|^\s*get_ipython\(\)")
DEFINES = re.compile(r"^(?:async\s+)?(?:def|class)\s+(\w+)", re.MULTILINE)
IMPORTS = re.compile(r"^(?:import|from)\s", re.MULTILINE)
CONSTANT = re.compile(r"^[A-Za-z_]\w*\s*(?::[^=\n]+)?=(?!=)", re.MULTILINE)
CELL_MAGIC = re.compile(r"^\s*%%")


@dataclass(frozen=True, slots=True)
class Cell:
    """One code cell, in the order of the notebook."""

    source: str
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FromCells:
    """The module's source, and sentences about what was doubtful in finding it."""

    source: bytes
    warnings: tuple[str, ...] = ()


def exercise_source(cells: Sequence[Cell], slug: str, functions: Sequence[str]) -> FromCells | None:
    """The source of one exercise; None when no cell has anything of it. Later definitions win, as they would when run in order."""
    names = {slug, slug.replace("-", "_")}
    code = [Cell(_without_magics(cell.source), cell.tags) for cell in cells if not CELL_MAGIC.match(cell.source)]
    tagged = [cell for cell in code if names.intersection(cell.tags)]
    defining = [cell for cell in code if _defined(cell) & set(functions)]
    if not tagged and not defining:
        return None
    wanted = tagged or defining
    helpers = [cell for cell in code if cell not in wanted and _is_only_definitions(cell)]
    chosen = [cell for cell in code if cell in wanted or cell in helpers]
    counts = {name: sum(name in _defined(cell) for cell in chosen) for name in functions}
    warnings = tuple(f"{name} is defined in {count} cells; the last one counts" for name, count in counts.items() if count > 1)
    return FromCells(("\n\n".join(cell.source.strip("\n") for cell in chosen) + "\n").encode(), warnings)


def _without_magics(source: str) -> str:
    return "\n".join(line for line in source.splitlines() if not MAGIC.match(line))


def _defined(cell: Cell) -> set[str]:
    return set(DEFINES.findall(cell.source))


def _is_only_definitions(cell: Cell) -> bool:
    """Whether a cell holds definitions and imports, and at its top level nothing that would do anything."""
    top = [line for line in cell.source.splitlines() if line and not line[0].isspace()]
    is_fine = all(_defines_only(line) for line in top)
    return is_fine and bool(DEFINES.search(cell.source) or IMPORTS.search(cell.source))


def _defines_only(line: str) -> bool:
    """A definition, an import, a constant, a comment, a decorator, or the end of a bracket."""
    return (
        any(pattern.match(line) for pattern in (DEFINES, IMPORTS, CONSTANT)) or line[0] in "#@)]}\"'" or line.startswith(("else", "elif"))
    )
