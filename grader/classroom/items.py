"""Item statistics: how hard each exercise was, how well it tells learners apart, and how far a total can be trusted. Pure arithmetic.

Discrimination is item–rest, never item–total, which counts the item itself. A blank earns nothing; a learner with open points (our fault)
is left out of what needs every item. Below SMALL learners nothing is flagged, and every correlation comes with its interval.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

SMALL = 30
Z_95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Item:
    """One column: its name, what it is worth, and each learner's points; None is blank, nan open."""

    name: str
    worth: float
    points: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class ItemFigures:
    """One item's figures. None where a figure does not exist: no learners, or no variance."""

    name: str
    n: int
    facility: float | None
    omitted: float | None
    discrimination: float | None
    interval: tuple[float, float] | None
    alpha_without: float | None
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TestFigures:
    """A whole table of items. `n` counts the learners whose every item could be judged."""

    n: int
    left_out: int
    mean: float | None
    sd: float | None
    alpha: float | None
    sem: float | None
    items: tuple[ItemFigures, ...]

    __test__ = False  # no test class, whatever its name

    @property
    def is_small(self) -> bool:
        """Whether there are too few learners for flags."""
        return self.n < SMALL


def item_figures(items: Sequence[Item]) -> TestFigures:
    """The figures of a table: one column for each item, one row for each learner, in the same order."""
    rows = list(zip(*(item.points for item in items), strict=True)) if items else []
    took_part = [row for row in rows if any(value is not None for value in row)]
    whole = [tuple(value or 0.0 for value in row) for row in took_part if not any(_is_open(value) for value in row)]
    totals = [math.fsum(row) for row in whole]
    alpha = cronbach_alpha(whole)
    sd = statistics.pstdev(totals) if len(totals) > 1 else None  # the class is the whole population
    sem = sd * math.sqrt(max(0.0, 1 - alpha)) if sd is not None and alpha is not None else None
    figures = tuple(_figures(item, column, took_part, whole) for column, item in enumerate(items))
    return TestFigures(len(whole), len(took_part) - len(whole), statistics.fmean(totals) if totals else None, sd, alpha, sem, figures)


def _is_open(value: float | None) -> bool:
    return value is not None and math.isnan(value)


def _figures(item: Item, column: int, took_part: Sequence[Sequence[float | None]], whole: Sequence[Sequence[float]]) -> ItemFigures:
    own = [row[column] for row in took_part if not _is_open(row[column])]
    facility = statistics.fmean((value or 0.0) / item.worth for value in own) if own and item.worth else None
    omitted = sum(value is None for value in own) / len(own) if own else None
    rest = [math.fsum(row) - row[column] for row in whole]
    r = pearson([row[column] for row in whole], rest)
    without = cronbach_alpha([tuple(value for at, value in enumerate(row) if at != column) for row in whole])
    return ItemFigures(item.name, len(own), facility, omitted, r, interval(r, len(whole)), without, _flags(facility, r, len(whole)))


def _flags(facility: float | None, r: float | None, n: int) -> tuple[str, ...]:
    """What to look at; nothing below SMALL learners."""
    if n < SMALL:
        return ()
    flags = []
    if r is not None and r < 0:
        flags.append("the check or the key may be wrong")
    elif r is not None and r < 0.2:
        flags.append("tells learners apart badly")
    if facility is not None and facility > 0.95:
        flags.append("nearly everyone has it")
    if facility is not None and facility < 0.15:
        flags.append("hardly anyone has it")
    return tuple(flags)


def pearson(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """The correlation; None without variance, or with fewer than three pairs."""
    if len(xs) < 3 or len(set(xs)) < 2 or len({round(y, 9) for y in ys}) < 2:
        return None
    return statistics.correlation(xs, ys)


def interval(r: float | None, n: int) -> tuple[float, float] | None:
    """The 95 % interval of a correlation, by Fisher's z; None where there is none."""
    if r is None or n < 4 or abs(r) >= 1:
        return None
    z, half = math.atanh(r), Z_95 / math.sqrt(n - 3)
    return math.tanh(z - half), math.tanh(z + half)


def cronbach_alpha(rows: Sequence[Sequence[float]]) -> float | None:
    """Cronbach's alpha, which is KR-20 for items of 0 and 1; None below two items or without variance."""
    count = len(rows[0]) if rows else 0
    if count < 2 or len(rows) < 2:
        return None
    of_totals = statistics.variance([math.fsum(row) for row in rows])
    if of_totals <= 1e-12:
        return None
    of_items = math.fsum(statistics.variance(column) for column in zip(*rows, strict=True))
    return count / (count - 1) * (1 - of_items / of_totals)
