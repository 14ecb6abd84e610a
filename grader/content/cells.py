"""Exercise source out of notebook cells: text in, text out. Cells are parsed, and nothing of them is executed.

Cells tagged with the exercise's name are taken if there are any; else every cell that defines one of its functions; and of other cells the
imports, constants and helpers that these need. A cell that is no Python is left out, unless nothing else has the function. What is left
out and could have counted is told.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from grader.content.helpers import Part, is_awaiting, needed, parts_of
from grader.content.magics import as_python, without_cell_magic
from grader.records import dataclass

MAX_CHARS = 512 << 10  # of one cell, and of the cells of an exercise together: a file of its own may be no larger
LONGEST_NAME = 40
DEFINES = re.compile(r"^(?:async\s+)?(?:def|class)\s+(\w+)", re.MULTILINE)
IMPORTS = re.compile(r"^(?:import|from)\s", re.MULTILINE)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True, slots=True)
class Cell:
    """One code cell as it stands in the notebook. `number` is what it is told by."""

    source: str
    tags: tuple[str, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class ReadCell:
    """A cell as Python. `wrong`: why it is none; `is_awaiting`: only a notebook can run it; `parts`: its statements that bind a name.

    `text` no longer imports what `futures` names of __future__, nor `checks`, which are names out of this program.
    """

    number: int
    tags: tuple[str, ...]
    first: str  # its first line, short and printable
    text: str
    defined: frozenset[str] = frozenset()
    magic: str = ""  # the cell magic that hands it to something else than this notebook's Python
    wrong: str = ""
    is_ours: bool = False  # it was Python before we touched it
    is_awaiting: bool = False
    parts: tuple[Part, ...] = ()
    futures: tuple[str, ...] = ()
    checks: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return f"code cell {self.number} (`{self.first}`)"

    @property
    def could_matter(self) -> bool:
        """Whether a cell that is no Python has anything that others could have needed."""
        return bool(self.wrong and not self.magic and (self.defined or self.is_ours or IMPORTS.search(self.text)))


@dataclass(frozen=True, slots=True)
class FromCells:
    """The module's source, b"" when no cell has anything of the exercise.

    `problem`: why it cannot be graded, through no fault of the learner's. `warnings`: what was doubtful in finding it; `unrun`: cells with
    its functions that the notebook itself does not run. `numbers`: the cells that were taken.
    """

    source: bytes = b""
    problem: str = ""
    warnings: tuple[str, ...] = ()
    unrun: tuple[str, ...] = ()
    numbers: frozenset[int] = frozenset()


def read_cells(cells: Iterable[Cell]) -> tuple[ReadCell, ...]:
    """The cells as Python, once for all exercises."""
    return tuple(_read(cell) for cell in cells)


def exercise_source(cells: Sequence[ReadCell], slug: str, functions: Sequence[str]) -> FromCells:
    """The source of one exercise. Later definitions win, as they would when run in order."""
    names = {slug, slug.replace("-", "_")}
    unrun = tuple(_unrun(cell, functions) for cell in cells if cell.magic and (cell.defined & set(functions) or names & set(cell.tags)))
    run = [cell for cell in cells if not cell.magic]
    sole = _sole(run, functions)
    code = [cell for cell in run if not cell.wrong or cell in sole]
    wanted = [cell for cell in code if names & set(cell.tags)] or [cell for cell in code if cell.defined & set(functions)]
    if not wanted:
        return FromCells(unrun=unrun)
    counts = {name: sum(name in cell.defined for cell in wanted) for name in functions}
    twice = tuple(f"{name} is defined in {count} cells; the last one counts" for name, count in counts.items() if count > 1)
    texts = _chosen(code, wanted)
    source = _joined(texts.values(), {name for cell in code for name in cell.futures})
    return FromCells(source.encode("utf-8", "replace"), _problem(wanted, source), twice, unrun, frozenset(texts))


def _chosen(code: Sequence[ReadCell], wanted: Sequence[ReadCell]) -> dict[int, str]:
    """What is taken of each cell, by its number: all of a wanted one, and of the others what those need."""
    checks = frozenset(name for cell in code for name in cell.checks)
    own = {cell.number: _without_checks(cell.text, checks) for cell in wanted}
    has = {name for cell in wanted for name in (*cell.defined, *_imported(cell))}
    around = [(cell.number, part) for cell in code if cell.number not in own for part in cell.parts]
    texts: dict[int, list[str]] = {number: [text] for number, text in own.items()}
    for index in sorted(needed(own.values(), has, [part for _, part in around])):
        number, part = around[index]
        texts.setdefault(number, []).append(part.text)
    return {cell.number: "\n".join(texts[cell.number]) for cell in code if cell.number in texts}


def _imported(cell: ReadCell) -> Iterator[str]:
    for part in cell.parts:
        if IMPORTS.match(part.text):
            yield from part.binds


@lru_cache(maxsize=16)  # one cell may hold the functions of many exercises, and is long to parse
def _without_checks(text: str, checks: frozenset[str]) -> str:
    """The text without calls of this program's own functions, as `check("softmax-rows")`."""
    tree = _parsed(text) if checks else ""
    if isinstance(tree, str):
        return text
    return _without(text, [node for node in tree.body if isinstance(node, (ast.Expr, ast.Assign)) and _calls(node.value, checks)])


def _calls(value: ast.expr, names: frozenset[str]) -> bool:
    while isinstance(value, (ast.Call, ast.Attribute)):
        value = value.func if isinstance(value, ast.Call) else value.value
    return isinstance(value, ast.Name) and value.id in names


def no_python(cell: ReadCell) -> str:
    """What to say of a cell that was left out because it is no Python."""
    return f"{cell.name} cannot be read as Python and was left out: {cell.wrong}"


def _unrun(cell: ReadCell, functions: Collection[str]) -> str:
    has = " and ".join(sorted(cell.defined & set(functions))) or "what its tag says"
    return f"code cell {cell.number} has {has} below `{_short(cell.magic)}`, which does not run it in the notebook; it was left out"


def _sole(run: Sequence[ReadCell], functions: Sequence[str]) -> list[ReadCell]:
    """Of cells that are no Python, the last one for each function that no other cell has."""
    found = {name for cell in run if not cell.wrong for name in cell.defined}
    last = {name: cell for cell in run if cell.wrong for name in cell.defined & set(functions) - found}
    return list(last.values())


def _joined(texts: Iterable[str], futures: Collection[str]) -> str:
    """One module. What cells import from __future__ goes to its top, where alone Python takes it."""
    head = f"from __future__ import {', '.join(sorted(futures))}\n\n" if futures else ""
    return head + "\n\n".join(text.strip("\n") for text in texts) + "\n"


def _problem(cells: Sequence[ReadCell], source: str) -> str:
    """Why the text cannot be graded though a notebook may run it; "" when it can, or when what is wrong is the learner's."""
    awaiting = next((cell for cell in cells if cell.is_awaiting), None)
    if awaiting is not None:
        return (
            f"{awaiting.name} awaits something outside of any function, which only a notebook can: put the function into a cell of its own"
        )
    if len(source) > MAX_CHARS:
        return f"its cells come to more than {MAX_CHARS >> 10} KiB"
    ours = next((cell for cell in cells if cell.is_ours), None)
    if ours is not None:
        return f"{ours.name} is Python, and was none any more as we took it out of the notebook ({ours.wrong}): this is our fault"
    wrong = "" if any(cell.wrong for cell in cells) else _wrong(source)
    return f"its cells are Python, and together they are none ({wrong}): this is our fault" if wrong else ""


@lru_cache(maxsize=8)  # one cell may hold the functions of many exercises
def _wrong(source: str) -> str:
    parsed = _parsed(source)
    return parsed if isinstance(parsed, str) else ""


def _read(cell: Cell) -> ReadCell:
    body, magic = without_cell_magic(cell.source)
    first = _short(next((line for line in cell.source.splitlines() if line.strip()), ""))
    text = as_python(body) if len(body) <= MAX_CHARS else body
    tree = _parsed(text)
    if magic or isinstance(tree, str):
        wrong = tree if isinstance(tree, str) else ""
        is_ours = bool(wrong) and not magic and not isinstance(_parsed(body), str)
        return ReadCell(cell.number, cell.tags, first, text, frozenset(DEFINES.findall(text)), magic, wrong, is_ours)
    imports = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    futures = [node for node in imports if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    ours = [node for node in imports if _is_of_this_program(node)]
    dropped = {*futures, *ours}
    return ReadCell(
        cell.number,
        cell.tags,
        first,
        _without(text, [node for node in imports if node in dropped]),
        frozenset(name for node in tree.body for name in _defined(node)),
        is_awaiting=("await" in text or "async" in text) and is_awaiting(tree),
        parts=parts_of(ast.Module([node for node in tree.body if node not in dropped], []), text),
        futures=tuple(alias.name for node in futures for alias in node.names),
        checks=frozenset(alias.asname or alias.name.partition(".")[0] for node in ours for alias in node.names),
    )


def _is_of_this_program(node: ast.Import | ast.ImportFrom) -> bool:
    modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
    return all(module.partition(".")[0] == "grader" for module in modules)


def _parsed(text: str) -> ast.Module | str:
    """The syntax tree, or where and why there is none."""
    if len(text) > MAX_CHARS:
        return f"more than {MAX_CHARS >> 10} KiB"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        return f"line {error.lineno or 1}, {error.msg}"
    except (ValueError, RecursionError, MemoryError):
        return "a character or a nesting that Python does not take"


def _without(text: str, nodes: Sequence[ast.stmt]) -> str:
    """The text with `pass` in place of statements."""
    lines = [line.encode() for line in text.split("\n")]
    for node in reversed(nodes):
        start, end = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        lines[start : end + 1] = [lines[start][: node.col_offset] + b"pass" + lines[end][node.end_col_offset :]]
    return b"\n".join(lines).decode()


def _defined(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, _DEFINITIONS):
        yield node.name
    elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _short(line: str) -> str:
    text = "".join(char if char.isprintable() else "\ufffd" for char in line.strip())
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 2] + " …"
