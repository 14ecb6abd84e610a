"""Exercise source out of notebook cells: text in, text out. Cells are parsed, and nothing of them is executed.

Cells tagged with the exercise's name are taken if there are any; else every cell that defines one of its functions, and the imports and
helpers that stand in other defining cells. A cell that is no Python is left out, unless nothing else has the function. What is left out
and could have counted is told.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Collection, Iterable, Iterator, Sequence

from grader.content.magics import as_python, without_cell_magic
from grader.records import dataclass

MAX_CHARS = 512 << 10  # of one cell, and of the cells of an exercise together: a file of its own may be no larger
LONGEST_NAME = 40
DEFINES = re.compile(r"^(?:async\s+)?(?:def|class)\s+(\w+)", re.MULTILINE)
IMPORTS = re.compile(r"^(?:import|from)\s", re.MULTILINE)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LITERAL = (ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.UnaryOp, ast.BinOp, ast.unaryop, ast.operator, ast.expr_context)


@dataclass(frozen=True, slots=True)
class Cell:
    """One code cell as it stands in the notebook. `number` is what it is told by."""

    source: str
    tags: tuple[str, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class ReadCell:
    """A cell as Python. `wrong`: why it is none; `is_awaiting`: only a notebook can run it; `futures`: what it imports from __future__,
    which `text` no longer does."""

    number: int
    tags: tuple[str, ...]
    first: str  # its first line, short and printable
    text: str
    defined: frozenset[str] = frozenset()
    magic: str = ""  # the cell magic that hands it to something else than this notebook's Python
    wrong: str = ""
    is_ours: bool = False  # it was Python before we touched it
    is_awaiting: bool = False
    has_only_definitions: bool = False
    futures: tuple[str, ...] = ()

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
    needed = _needed(run, functions)
    code = [cell for cell in run if not cell.wrong or cell in needed]
    wanted = [cell for cell in code if names & set(cell.tags)] or [cell for cell in code if cell.defined & set(functions)]
    if not wanted:
        return FromCells(unrun=unrun)
    chosen = [cell for cell in code if cell in wanted or cell.has_only_definitions]
    counts = {name: sum(name in cell.defined for cell in chosen) for name in functions}
    twice = tuple(f"{name} is defined in {count} cells; the last one counts" for name, count in counts.items() if count > 1)
    source = _joined(chosen)
    return FromCells(source.encode("utf-8", "replace"), _problem(chosen, source), twice, unrun, frozenset(cell.number for cell in chosen))


def no_python(cell: ReadCell) -> str:
    """What to say of a cell that was left out because it is no Python."""
    return f"{cell.name} cannot be read as Python and was left out: {cell.wrong}"


def _unrun(cell: ReadCell, functions: Collection[str]) -> str:
    has = " and ".join(sorted(cell.defined & set(functions))) or "what its tag says"
    return f"code cell {cell.number} has {has} below `{_short(cell.magic)}`, which does not run it in the notebook; it was left out"


def _needed(run: Sequence[ReadCell], functions: Sequence[str]) -> list[ReadCell]:
    """Of cells that are no Python, the last one for each function that no other cell has."""
    found = {name for cell in run if not cell.wrong for name in cell.defined}
    last = {name: cell for cell in run if cell.wrong for name in cell.defined & set(functions) - found}
    return list(last.values())


def _joined(cells: Sequence[ReadCell]) -> str:
    """One module. What a later cell imports from __future__ goes to its top, where alone Python takes it."""
    futures = sorted({name for cell in cells for name in cell.futures})
    head = f"from __future__ import {', '.join(futures)}\n\n" if futures else ""
    return head + "\n\n".join(cell.text.strip("\n") for cell in cells) + "\n"


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
    parsed = "" if any(cell.wrong for cell in cells) else _parsed(source)
    return f"its cells are Python, and together they are none ({parsed}): this is our fault" if parsed and isinstance(parsed, str) else ""


def _read(cell: Cell) -> ReadCell:
    body, magic = without_cell_magic(cell.source)
    first = _short(next((line for line in cell.source.splitlines() if line.strip()), ""))
    text = as_python(body) if len(body) <= MAX_CHARS else body
    tree = _parsed(text)
    if magic or isinstance(tree, str):
        wrong = tree if isinstance(tree, str) else ""
        is_ours = bool(wrong) and not magic and not isinstance(_parsed(body), str)
        return ReadCell(cell.number, cell.tags, first, text, frozenset(DEFINES.findall(text)), magic, wrong, is_ours)
    is_awaiting = ("await" in text or "async" in text) and _is_awaiting(tree)
    futures = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    return ReadCell(
        cell.number,
        cell.tags,
        first,
        _without(text, futures),
        frozenset(name for node in tree.body for name in _defined(node)),
        is_awaiting=is_awaiting,
        has_only_definitions=not is_awaiting and _has_only_definitions(tree),
        futures=tuple(alias.name for node in futures for alias in node.names),
    )


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


def _is_awaiting(tree: ast.Module) -> bool:
    """Whether anything outside of functions has to be awaited."""
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.Await, ast.AsyncFor, ast.AsyncWith)):
            return True
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            stack.extend(ast.iter_child_nodes(node))
    return False


def _has_only_definitions(tree: ast.Module) -> bool:
    """Whether a cell holds definitions, imports and constants, and at its top level nothing that would do anything."""
    if not all(_is_harmless(node) for node in tree.body):
        return False
    if any(isinstance(node, (*_DEFINITIONS, ast.Import, ast.ImportFrom)) for node in tree.body):
        return True
    values = [node.value for node in tree.body if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None]
    return bool(values) and all(isinstance(each, _LITERAL) for value in values for each in ast.walk(value))


def _is_harmless(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Name) for target in node.targets)
    if isinstance(node, ast.AnnAssign):
        return isinstance(node.target, ast.Name)
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    return isinstance(node, (*_DEFINITIONS, ast.Import, ast.ImportFrom, ast.Pass))


def _short(line: str) -> str:
    text = "".join(char if char.isprintable() else "\ufffd" for char in line.strip())
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 2] + " …"
