"""In a notebook: `from grader.notebook import check`, then `check("softmax-rows")` after the cell that defines it.

Reads the cells that were run so far, checks them as `grader check` would, and shows the same message. Nothing runs in the kernel.
"""

from __future__ import annotations

import html
import secrets
from typing import Any

from grader.content.cells import Cell, exercise_source, read_cells
from grader.content.load import load_level
from grader.errors import NothingToDo
from grader.learner.message import Line, message
from grader.records import dataclass
from grader.results import Outcome, Verdict

WIDTH = 88
SIGNS = {Verdict.PASSED: "✓", Verdict.TODO: "○", Verdict.MISSING: "○", Verdict.BROKEN: "!"}


@dataclass(frozen=True, slots=True)
class Told:
    """The message of a check; a notebook shows it as HTML, a terminal as text."""

    lines: tuple[Line, ...]
    outcome: Outcome

    def __repr__(self) -> str:
        return "\n".join(f"{SIGNS.get(line.sign, '✗')} {line.text}" if line.sign else line.text for line in self.lines)

    def _repr_html_(self) -> str:
        """The same text, escaped, in one block that keeps its spaces."""
        colour = "#1a7f37" if self.outcome.result.verdict is Verdict.PASSED else "#b35900"
        first, _, rest = repr(self).partition("\n")
        return f'<pre style="white-space:pre-wrap"><strong style="color:{colour}">{html.escape(first)}</strong>\n{html.escape(rest)}</pre>'


def check(exercise: str, *, cells: list[str] | None = None) -> Told:
    """Check an exercise from the cells run so far (or from `cells`). Raises NothingToDo when none of them defines it."""
    from grader.checks.pool import Job, Pool

    level = load_level()
    wanted = level.exercise(exercise)
    run = _run_cells() if cells is None else cells
    found = exercise_source(
        read_cells(Cell(source, (), number) for number, source in enumerate(run, 1)),
        wanted.slug,
        wanted.functions,
    )
    unrun = tuple(f"{each[0].upper()}{each[1:]}." for each in found.unrun)
    if found.problem:
        raise NothingToDo(f"{wanted.slug}: {found.problem}.", hint="change that cell, run it, and check again")
    if not found.source:
        names = " or ".join(f"`{name}`" for name in wanted.functions)
        raise NothingToDo(" ".join((f"No cell that was run defines {names}.", *unrun)), hint="run the cell with your function first")
    with Pool(level, [wanted.slug], canaries=False) as pool:
        ((_, outcome),) = list(pool.run([Job(wanted.slug, wanted.slug, found.source, secret=secrets.token_hex(32), task={"shrink": True})]))
    lines = message(wanted, outcome, level.misconceptions, file=wanted.filename, width=WIDTH, has_case=False)
    return Told((*lines, *(Line(each) for each in unrun)), outcome)


def _run_cells() -> list[str]:
    """The cells that this notebook's kernel has run, by their numbers, as they were typed. Raises NothingToDo outside of a notebook."""
    try:
        from IPython import get_ipython  # type: ignore[import-not-found, unused-ignore]  # there in every notebook, no dependency of ours
    except ImportError:
        shell: Any = None
    else:
        shell = get_ipython()
    if shell is None:
        raise NothingToDo("This is no notebook.", hint="in a terminal, use `grader check`")
    return [str(source) for source in shell.history_manager.input_hist_raw[1:]]  # the first is none: cells are counted from 1
