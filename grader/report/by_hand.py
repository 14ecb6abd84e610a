"""Marks set by hand, as the instructor's page lists them: whose, in what, beside the automatic one, why, and by whom. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from grader.classroom.assemble import GradedClass
from grader.content.models import Level
from grader.report.text import points
from grader.report.views import Person, person_of


@dataclass(frozen=True, slots=True)
class ByHandRow:
    """One mark set by hand."""

    person: Person
    exercise: str
    mark: str
    automatic: str
    reason: str
    by: str


def by_hand_rows(graded: GradedClass, level: Level) -> tuple[ByHandRow, ...]:
    """Every mark set by hand that stands, by learner and exercise."""
    return tuple(
        ByHandRow(
            person_of(each),
            level.exercise(marked.result.slug).title,
            points(marked.override.points),
            points(marked.result.auto_points),
            marked.override.reason,
            marked.override.by,
        )
        for each in graded.submissions
        for marked in each.exercises
        if marked.override is not None
    )
