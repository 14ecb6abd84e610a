"""What an exam says about its questions: how easy each was, how well it tells apart, which misconceptions showed. Pure.

With few learners a number is noise: discrimination is left out below 15, and facility comes with its interval below 30.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from grader.quiz.exam import ExamMark
from grader.quiz.marking import Standing
from grader.records import dataclass

FEWEST_FOR_DISCRIMINATION = 15
FEWEST_FOR_POINT = 30


@dataclass(frozen=True, slots=True)
class ItemReport:
    """One question over all learners."""

    question: str
    objective: str
    n: int
    facility: Fraction  # mean score
    interval: tuple[float, float] | None  # 95 % of facility, for few learners
    discrimination: float | None  # 100 · correlation of the item with the rest; None for too few, or no spread
    blank: int
    unreadable: int
    misconceptions: tuple[tuple[str, int], ...]


def item_reports(marks: Sequence[ExamMark]) -> list[ItemReport]:
    """A report of every question, the one to mend next first: hard to explain (low discrimination), then hard."""
    counted = [mark for mark in marks if not mark.refused]
    names = dict.fromkeys(item.question for mark in counted for item in mark.items)
    reports = [_report(name, counted) for name in names]
    return sorted(
        reports, key=lambda report: (report.discrimination if report.discrimination is not None else 0, report.facility, report.question)
    )


def _report(name: str, marks: Sequence[ExamMark]) -> ItemReport:
    mine = [(mark, item) for mark in marks for item in mark.items if item.question == name]
    scores = [item.score for _, item in mine]
    rest = [sum((other.score for other in mark.items if other.question != name), Fraction(0)) for mark, _ in mine]
    tags = Counter(tag for _, item in mine for tag in item.misconceptions)
    facility = sum(scores, Fraction(0)) / len(scores)
    return ItemReport(
        question=name,
        objective=mine[0][1].objective,
        n=len(mine),
        facility=facility,
        interval=wilson(float(facility), len(mine)) if len(mine) < FEWEST_FOR_POINT else None,
        discrimination=correlation(scores, rest) if len(mine) >= FEWEST_FOR_DISCRIMINATION else None,
        blank=sum(item.standing is Standing.BLANK for _, item in mine),
        unreadable=sum(item.standing is Standing.UNREADABLE for _, item in mine),
        misconceptions=tuple(sorted(tags.items(), key=lambda pair: (-pair[1], pair[0]))),
    )


def correlation(left: Sequence[Fraction], right: Sequence[Fraction]) -> float | None:
    """100 · cov / √(var · var), or None when one of them does not vary."""
    n = len(left)
    mean_left, mean_right = sum(left, Fraction(0)) / n, sum(right, Fraction(0)) / n
    covariance = sum(((a - mean_left) * (b - mean_right) for a, b in zip(left, right, strict=True)), Fraction(0))
    variances = sum(((a - mean_left) ** 2 for a in left), Fraction(0)) * sum(((b - mean_right) ** 2 for b in right), Fraction(0))
    return None if variances == 0 else 100 * float(covariance) / math.sqrt(float(variances))


def wilson(share: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share of `n`."""
    z = 1.959964
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def misconception_counts(marks: Sequence[ExamMark]) -> dict[str, int]:
    """How many learners showed each misconception at least once, variants of one counted together."""
    counts: Counter[str] = Counter()
    for mark in marks:
        counts.update({tag.partition("/")[0] for item in mark.items for tag in item.misconceptions})
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
