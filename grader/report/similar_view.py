"""The pages of similar programs: the list of pairs, and each pair side by side. Says how usual such similarity is; accuses nobody. Pure."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping

from grader.classroom.similarity import Pair, Similar, Works
from grader.content.models import Level
from grader.records import dataclass
from grader.report.charts import Histogram, histogram
from grader.report.people import Person
from grader.report.side_by_side import Line, side_by_side
from grader.report.text import percent, plural

MOST_EXERCISES = 5  # of a pair, side by side: the most similar ones
MOST_LINES = 400


@dataclass(frozen=True, slots=True)
class Program:
    """One exercise of a pair."""

    title: str
    slug: str
    figure: str
    honest: str
    is_same_file: bool
    lines: tuple[Line, ...]
    more: int


@dataclass(frozen=True, slots=True)
class PairView:
    """One pair: figures as text, and where its own page is."""

    number: int
    page: str
    one: Person
    two: Person
    figure: str
    usual: str
    ours: str
    exercises: tuple[tuple[str, str], ...]
    same: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SimilarView:
    """The list."""

    title: str
    sentences: tuple[str, ...]
    histogram: Histogram
    pairs: tuple[PairView, ...]
    honest: tuple[tuple[str, str, str, str], ...]


def similar_view(found: Similar, people: Mapping[str, Person], level: Level, title: str) -> SimilarView:
    """The page that lists pairs."""
    pairs = tuple(_pair(number, pair, people, level) for number, pair in enumerate(found.pairs, 1))
    honest = tuple((level.exercise(each.slug).title, f"{each.pairs}", f"{each.median:.2f}", f"{each.high:.2f}") for each in found.honest)
    return SimilarView(title, tuple(_sentences(found)), histogram(found.histogram), pairs, honest)


def _sentences(found: Similar) -> Iterator[str]:
    if found.median is None or found.high is None:
        yield "There is too little of the learners' own to compare."
        return
    yield (
        f"{found.compared:,} pairs of {plural(found.learners, 'learner')} were compared. Half of all pairs are below {found.median:.2f}, "
        f"99 % below {found.high:.2f}: so similar are programs for these exercises, whoever wrote them."
    )
    if found.honest:
        middle = statistics.median(each.median for each in found.honest)
        yield (
            f"Our own ways to write one exercise, made to differ and copied from nobody, have {middle:.2f} in the middle "
            f"and up to {max(each.high for each in found.honest):.2f}."
        )


def _pair(number: int, pair: Pair, people: Mapping[str, Person], level: Level) -> PairView:
    return PairView(
        number,
        f"similar/pair-{number:03}.html",
        people[pair.one],
        people[pair.two],
        f"{pair.similarity:.2f}",
        small_percent(pair.usual),
        percent(pair.reference),
        tuple((level.exercise(slug).title, f"{score:.2f}") for slug, score in pair.by_exercise[:MOST_EXERCISES]),
        tuple(level.exercise(slug).title for slug in pair.is_same_file),
    )


def programs(pair: Pair, works: Works, found: Similar, level: Level) -> tuple[Program, ...]:
    """The most similar exercises of a pair, side by side."""
    honest = {each.slug: f"{each.median:.2f}, up to {each.high:.2f}" for each in found.honest}
    rows = []
    for slug, score in pair.by_exercise[:MOST_EXERCISES]:
        lines = tuple(side_by_side(works.sources[pair.one][slug], works.sources[pair.two][slug], works.stubs.get(slug, b"")))
        rows.append(
            Program(
                level.exercise(slug).title,
                slug,
                f"{score:.2f}",
                honest.get(slug, ""),
                slug in pair.is_same_file,
                lines[:MOST_LINES],
                max(0, len(lines) - MOST_LINES),
            )
        )
    return tuple(rows)


def small_percent(share: float) -> str:
    """A share that may be very small: two figures, never rounded to nothing."""
    return f"{100 * share:.0f} %" if share >= 0.1 else f"{100 * share:.2g} %"
