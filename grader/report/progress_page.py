"""A learner's progress as one page that works offline, without scripts, in print and in the dark. Equal progress gives equal bytes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grader.classroom.outputs import write_whole
from grader.content.models import Exercise, Level, Objective
from grader.learner.history import Standing
from grader.learner.mastery import ObjectiveMastery, Part, State
from grader.learner.progress import Progress
from grader.records import dataclass
from grader.report.pages import render_page
from grader.report.words import Word

STATES: Mapping[State, Word] = {
    State.NEW: Word("○", "new", "blank"),
    State.PRACTISING: Word("◐", "practising", "part"),
    State.MET: Word("✓", "met", "pass"),
    State.DURABLE: Word("✓", "met, and lasting", "pass"),
    State.REFRESH: Word("!", "to refresh", "open"),
}


@dataclass(frozen=True, slots=True)
class PartView:
    """One row of an objective's table."""

    name: str
    state: str
    count: str
    missing: str


@dataclass(frozen=True, slots=True)
class ExerciseView:
    """One exercise in the list of an objective."""

    slug: str
    word: Word
    says: str
    is_begun: bool = False


@dataclass(frozen=True, slots=True)
class ObjectiveView:
    """One objective with everything that is shown of it."""

    id: str
    title: str
    sentence: str
    word: Word
    parts: tuple[PartView, ...]
    exercises: tuple[ExerciseView, ...]


def write_progress_page(path: Path, level: Level, found: Progress) -> None:
    """Write the page. DiskFull when there is no room."""
    write_whole(path, render_page("progress.html", view=progress_view(level, found)), durable=False)


def progress_view(level: Level, found: Progress) -> dict[str, object]:
    """Everything the page shows."""
    met = [row for row in found.objectives if row.state in (State.MET, State.DURABLE)]
    seen = sorted({tag for standing in found.standings.values() for tag in standing.misconception_days})
    return {
        "title": level.title,
        "met": len(met),
        "of": len(found.objectives),
        "passed": sum(standing.is_passed for standing in found.standings.values()),
        "exercises": len(found.standings),
        "attempts": sum(standing.attempts for standing in found.standings.values()),
        "review": found.review,
        "objectives": [
            _objective(objective, row, found.standings) for objective, row in zip(level.objectives, found.objectives, strict=True)
        ],
        "beliefs": [level.misconceptions[tag] for tag in seen if tag in level.misconceptions],
    }


def _objective(objective: Objective, row: ObjectiveMastery, standings: Mapping[str, Standing]) -> ObjectiveView:
    parts = tuple(_part(name, part) for name, part in row.parts.items())
    exercises = tuple(exercise_view(exercise, standings[exercise.slug]) for exercise in objective.exercises)
    return ObjectiveView(objective.id, objective.title, objective.sentence, STATES[row.state], parts, exercises)


def _part(name: str, part: Part) -> PartView:
    count = f"{part.done} of {part.needed}" if part.needed else ""
    return PartView(name, STATES[part.state].text, count, ", ".join(part.missing))


def exercise_view(exercise: Exercise, standing: Standing) -> ExerciseView:
    """One exercise as lists show it."""
    if standing.is_passed:
        word = STATES[State.MET] if standing.is_evidence else STATES[State.PRACTISING]
        says = "passed" if standing.is_evidence else "passed after its solution was shown: once more from a blank stub"
    elif standing.attempts:
        word, says = STATES[State.PRACTISING], f"{standing.checks_passed} of {standing.checks_total} checks"
    else:
        word, says = STATES[State.NEW], f"{exercise.minutes} min"
    return ExerciseView(exercise.slug, word, says, standing.attempts > 0)
