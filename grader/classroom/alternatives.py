"""What was chosen in the questions of an exam that have alternatives: how often, and by whom: the lowest, the middle, the highest third.

Below SMALL learners there are no thirds: a handful of people is no distribution. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from grader.classroom.examkept import Alternative
from grader.classroom.items import SMALL
from grader.records import dataclass

if TYPE_CHECKING:
    from grader.quiz.exam import ExamMark


@dataclass(frozen=True, slots=True)
class AlternativeFigures:
    """One alternative: by how many it was chosen; `by_third` are shares of the lowest, middle and highest third, or None."""

    id: str
    text: str
    is_right: bool
    misconception: str
    count: int
    by_third: tuple[float, float, float] | None


@dataclass(frozen=True, slots=True)
class QuestionFigures:
    """One question with alternatives; `n` learners got it, blanks included."""

    question: str
    n: int
    alternatives: tuple[AlternativeFigures, ...]


def question_figures(marks: Sequence[ExamMark], alternatives: Mapping[str, Sequence[Alternative]]) -> tuple[QuestionFigures, ...]:
    """The figures of every question that somebody got, by its id. Thirds are of all learners, by their score in the whole exam."""
    ordered = sorted(marks, key=lambda mark: (_share(mark), mark.learner))
    asked = {item.question for mark in marks for item in mark.items}
    return tuple(_question(name, ordered, alternatives[name]) for name in sorted(asked & alternatives.keys()))


def _share(mark: ExamMark) -> Fraction:
    return sum((item.score for item in mark.items), Fraction(0)) / max(1, len(mark.items))


def _question(name: str, ordered: Sequence[ExamMark], alternatives: Sequence[Alternative]) -> QuestionFigures:
    chosen = [item.chosen for mark in ordered for item in mark.items if item.question == name]
    counts = Counter(option for each in chosen for option in each)
    thirds = _thirds(chosen) if len(chosen) >= SMALL else ()
    return QuestionFigures(
        name,
        len(chosen),
        tuple(
            AlternativeFigures(each.id, each.text, each.is_right, each.misconception, counts[each.id], _by_third(each.id, thirds))
            for each in alternatives
        ),
    )


def _thirds(chosen: Sequence[tuple[str, ...]]) -> tuple[Sequence[tuple[str, ...]], ...]:
    one, two = len(chosen) // 3, 2 * len(chosen) // 3
    return chosen[:one], chosen[one:two], chosen[two:]


def _by_third(id_: str, thirds: Sequence[Sequence[tuple[str, ...]]]) -> tuple[float, float, float] | None:
    if not thirds:
        return None
    low, middle, high = (sum(id_ in each for each in third) / len(third) for third in thirds)
    return low, middle, high
