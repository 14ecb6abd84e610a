"""The two maps of a class, learners by objectives and by exercises; and how a large class is cut into pages. Pure.

A page of a browser holds some thousand nodes well and a hundred thousand badly: a class that does not fit on the first page gets pages of
its own, by name, so that anyone can be found without a script.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grader.classroom.assemble import GradedClass
from grader.classroom.figures import Bucket, bucket, share_of
from grader.content.models import Level
from grader.documents import MarkedSubmission
from grader.records import dataclass
from grader.report.charts import level_of
from grader.report.people import Person, person_of
from grader.report.text import percent, points
from grader.report.words import VERDICTS

FIRST_PAGE_CELLS = 4_000  # on index.html, beside everything else
PAGE_CELLS = 3_600  # on a page of their own
FEWEST_ROWS, MOST_ROWS = 20, 100


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a heat map: its style, its short text, and the whole sentence."""

    style: str
    text: str
    says: str


@dataclass(frozen=True, slots=True)
class HeatRow:
    """One learner's row."""

    person: Person
    cells: tuple[Cell, ...]
    total: str


@dataclass(frozen=True, slots=True)
class Column:
    """The head of a column of a heat map."""

    head: str
    below: str
    says: str


@dataclass(frozen=True, slots=True)
class Heat:
    """Both maps of some learners."""

    objective_columns: tuple[Column, ...]
    objective_rows: tuple[HeatRow, ...]
    exercise_columns: tuple[Column, ...]
    exercise_rows: tuple[HeatRow, ...]


@dataclass(frozen=True, slots=True)
class HeatPage:
    """One page of a large class: its path from the folder of the class, the names it runs from and to, and its learners."""

    path: str
    first: str
    last: str
    learners: tuple[MarkedSubmission, ...]


def heat_pages(graded: GradedClass) -> tuple[HeatPage, ...]:
    """The pages of a class by name; none when it fits on the first page."""
    learners = graded.learners
    columns = _columns(learners)
    if len(learners) * columns <= FIRST_PAGE_CELLS:
        return ()
    ordered = sorted(learners, key=lambda each: ((each.name or each.key).casefold(), each.key))
    size = max(FEWEST_ROWS, min(MOST_ROWS, PAGE_CELLS // columns))
    chunks = [tuple(ordered[start : start + size]) for start in range(0, len(ordered), size)]
    return tuple(
        HeatPage(f"class/learners-{number:03}.html", _called(chunk[0]), _called(chunk[-1]), chunk) for number, chunk in enumerate(chunks, 1)
    )


def _called(submission: MarkedSubmission) -> str:
    return submission.name or submission.key


def _columns(learners: Sequence[MarkedSubmission]) -> int:
    """Cells of a learner in both maps, name and total included."""
    return len(learners[0].objectives) + len(learners[0].exercises) + 4 if learners else 0


def best_first(learners: Sequence[MarkedSubmission]) -> list[MarkedSubmission]:
    """Learners by their share of the points, those without a mark at the end."""
    return sorted(learners, key=lambda each: ((share := share_of(each)) is None, -(share or 0.0), each.key))


def heat(learners: Sequence[MarkedSubmission], level: Level) -> Heat:
    """Both maps of these learners, in this order."""
    objective_ids = [row.id for row in learners[0].objectives] if learners else []
    slugs = [marked.result.slug for marked in learners[0].exercises] if learners else []
    titles = {slug: level.exercise(slug).title for slug in slugs}
    return Heat(
        tuple(Column(id_, level.objective(id_).title, level.objective(id_).sentence) for id_ in objective_ids),
        tuple(HeatRow(person_of(each), tuple(_objective_cells(each)), percent(share_of(each))) for each in learners),
        tuple(Column(slug, "", titles[slug]) for slug in slugs),
        tuple(HeatRow(person_of(each), tuple(_exercise_cells(each, titles)), percent(share_of(each))) for each in learners),
    )


def _objective_cells(submission: MarkedSubmission) -> Iterator[Cell]:
    for row in submission.objectives:
        own = [marked for marked in submission.exercises if marked.result.objective == row.id]
        judged = row.max_points - row.open_points
        if judged <= 0:
            yield Cell("open", "!", f"{row.id}: open, no mark can be made")
        elif all(marked.points is None for marked in own):
            yield Cell("blank", "–", f"{row.id}: nothing handed in")
        else:
            says = f"{row.id}: {points(row.points)} of {points(row.max_points)} points"
            yield _share_cell(row.points / judged, says, row.open_points)


def _exercise_cells(submission: MarkedSubmission, titles: Mapping[str, str]) -> Iterator[Cell]:
    for marked in submission.exercises:
        says = f"{titles[marked.result.slug]}: {VERDICTS[marked.result.verdict].text}"
        ended = bucket(marked)
        if ended is Bucket.OPEN:
            yield Cell("open", "!", says)
        elif ended is Bucket.BLANK or marked.points is None:
            yield Cell("blank", "–", says)
        else:
            share = marked.points / marked.result.max_points if marked.result.max_points else 0.0
            yield _share_cell(share, f"{says}, {points(marked.points)} of {points(marked.result.max_points)} points")


def _share_cell(share: float, says: str, open_part: float = 0.0) -> Cell:
    sign = " !" if open_part > 0 else ""
    return Cell(f"h{level_of(share)}", f"{percent(share).removesuffix(' %')}{sign}", says)
