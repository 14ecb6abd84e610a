"""One row for each person to be marked: the final mark or why there is none, and a sentence of feedback. What every export starts from.

A group's mark becomes one row for each member. A mark with open points is none yet: exports leave it blank and say why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.classroom.assemble import GradedClass
from grader.classroom.roster import Person, Roster, reconcile
from grader.documents import MarkedSubmission
from grader.records import dataclass
from grader.results import SubmissionStatus

WHY_BLANK = {
    SubmissionStatus.NO_WORK: "no work handed in",
    SubmissionStatus.UNREADABLE: "the submission cannot be read",
}


@dataclass(frozen=True, slots=True)
class MarkRow:
    """One person's mark. `ids` are all that is known of them; `points` is None with a reason in `blank`."""

    key: str
    name: str
    ids: frozenset[str]
    points: float | None
    max_points: float
    blank: str
    feedback: str
    submission: MarkedSubmission


def mark_rows(graded: GradedClass, roster: Roster) -> tuple[MarkRow, ...]:
    """The rows of a class, by key. Hostile and skipped submissions have none."""
    whos = [who for each in graded.learners for who in (each.members or (each.key,))]
    people = reconcile(whos, roster).people
    return tuple(row for each in graded.learners for row in _rows(each, people))


def _rows(each: MarkedSubmission, people: Mapping[str, Person]) -> Iterator[MarkRow]:
    blank = _blank(each)
    for who in each.members or (each.key,):
        person = people.get(who)
        ids = {who, *((each.roster_id,) if not each.members else ()), *((person.key, *person.others) if person is not None else ())}
        name = person.name if person is not None and person.name else each.name
        points = None if blank else each.final_points
        yield MarkRow(who, name, frozenset(ids - {""}), points, each.max_points, blank, feedback(each), each)


def _blank(each: MarkedSubmission) -> str:
    if each.points is None:
        return WHY_BLANK.get(each.status, "no mark can be made")
    return f"{each.open_points:g} points are open" if each.open_points > 0 else ""


def feedback(each: MarkedSubmission) -> str:
    """What a learner reads beside the mark: points, what being late took, and each exercise in a word. Our own words only."""
    if each.points is None:
        return f"No mark: {_blank(each)}."
    parts = [f"{each.final_points:g} of {each.max_points:g} points"]
    if each.late_percent:
        parts.append(f"{each.points:g} less {each.late_percent:g} % for being late")
    parts += [
        f"{marked.result.slug} {'-' if marked.points is None else f'{marked.points:g}'}/{marked.result.max_points:g}"
        + (" (by hand)" if marked.override else "")
        for marked in each.exercises
    ]
    return "; ".join(parts) + "."
