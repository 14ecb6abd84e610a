"""Item statistics: how hard each exercise was, how well it tells learners apart, and how far a total can be trusted. Pure arithmetic.

Discrimination is item–rest, never item–total, which counts the item itself. A blank earns nothing; a learner with open points (our fault)
is left out of what needs every item. Below SMALL learners nothing is flagged, and every correlation comes with its interval.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from enum import StrEnum

from grader.records import dataclass

SMALL = 30
Z_95 = 1.959963984540054


class ItemKind(StrEnum):
    """What a column is of."""

    EXERCISE = "exercise"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class Item:
    """One column: its name, what it is worth, and each learner's points; None is blank, nan open, or not asked of this learner."""

    name: str
    worth: float
    points: tuple[float | None, ...]
    kind: ItemKind = ItemKind.EXERCISE
    objective: str = ""


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
    kind: ItemKind = ItemKind.EXERCISE
    objective: str = ""


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
    took_part = [row for row in rows if any(_is_there(item, value) for item, value in zip(items, row, strict=True))]
    whole = [tuple(value or 0.0 for value in row) for row in took_part if not any(_is_open(value) for value in row)]
    totals = [math.fsum(row) for row in whole]
    of_items = [_variance(column) for column in zip(*whole, strict=True)] if whole else [0.0] * len(items)
    alpha = _alpha(of_items, totals)
    sd = statistics.pstdev(totals) if len(totals) > 1 else None  # the class is the whole population
    sem = sd * math.sqrt(max(0.0, 1 - alpha)) if sd is not None and alpha is not None else None
    figures = tuple(_figures(item, column, took_part, whole, totals, of_items) for column, item in enumerate(items))
    return TestFigures(len(whole), len(took_part) - len(whole), statistics.fmean(totals) if totals else None, sd, alpha, sem, figures)


def _is_there(item: Item, value: float | None) -> bool:
    """Whether a learner did something here: open points of an exercise are of work, an exam that was not sat is none."""
    return value is not None and (item.kind is ItemKind.EXERCISE or not math.isnan(value))


def _is_open(value: float | None) -> bool:
    return value is not None and math.isnan(value)


def _figures(
    item: Item,
    column: int,
    took_part: Sequence[Sequence[float | None]],
    whole: Sequence[Sequence[float]],
    totals: Sequence[float],
    of_items: Sequence[float],
) -> ItemFigures:
    own = [row[column] for row in took_part if not _is_open(row[column])]
    facility = statistics.fmean((value or 0.0) / item.worth for value in own) if own and item.worth else None
    omitted = sum(value is None for value in own) / len(own) if own else None
    rest = [total - row[column] for total, row in zip(totals, whole, strict=True)]
    r = pearson([row[column] for row in whole], rest)
    without = _alpha([*of_items[:column], *of_items[column + 1 :]], rest)
    flags = _flags(facility, r, len(whole))
    return ItemFigures(item.name, len(own), facility, omitted, r, interval(r, len(whole)), without, flags, item.kind, item.objective)


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
    return _alpha([_variance(column) for column in zip(*rows, strict=True)], [math.fsum(row) for row in rows])


def _alpha(of_items: Sequence[float], totals: Sequence[float]) -> float | None:
    """Alpha from the variance of each item and everyone's total."""
    count = len(of_items)
    if count < 2 or len(totals) < 2:
        return None
    of_totals = _variance(totals)
    return None if of_totals <= 1e-12 else count / (count - 1) * (1 - math.fsum(of_items) / of_totals)


def _variance(values: Sequence[float]) -> float:
    """The sample variance; 0 for fewer than two. Plain sums: the exact fractions of `statistics` take minutes for a large class."""
    if len(values) < 2:
        return 0.0
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
