"""Rules about the trees: every exercise is one name in each of them, and nothing else lies about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from grader.content.lint.findings import Found
from grader.content.models import Exercise, Level

PREFIXES = ("check_", "wrong_", "alt_")


def own_files(exercise: Exercise) -> dict[str, Path]:
    """The files an exercise is made of, by what they are called in a message."""
    return {
        "stub": exercise.stub_path,
        "solution": exercise.solution_path,
        "file of checks": exercise.root.checks / exercise.folder / f"check_{exercise.filename}",
        "file of wrong variants": exercise.wrong_path,
        "file of alternatives": exercise.alt_path,
    }


def missing_files(level: Level) -> Iterator[Found]:
    """Every exercise has all its files, every objective its notes."""
    for objective in level.objectives:
        if objective.exercises and not objective.notes_path.is_file():
            yield Found(objective.notes_path, f"the notes of {objective.id} are missing")
    for exercise in level.exercises:
        for kind, path in own_files(exercise).items():
            if not path.is_file():
                yield Found(path, f"the {kind} of `{exercise.slug}` is missing")


def stray_files(level: Level) -> Iterator[Found]:
    """No file in the trees belongs to an exercise that is not listed."""
    listed = {f"{exercise.folder}/{exercise.filename}" for exercise in level.exercises}
    listed |= {f"{objective.folder}/{slug.replace('-', '_')}.py" for objective in level.objectives for slug in objective.drafts}
    for path in sorted(level.root.solutions.glob("*/*.py")):
        if f"{path.parent.name}/{path.name}" not in listed:
            yield Found(path, "no exercise of this name is listed in objective.yaml")
    for path in sorted(level.root.checks.glob("*/*.py")):
        prefix = next((prefix for prefix in PREFIXES if path.name.startswith(prefix)), None)
        if prefix and f"{path.parent.name}/{path.name.removeprefix(prefix)}" not in listed:
            yield Found(path, "no exercise of this name is listed in objective.yaml")


def objectives_without_anchor(level: Level) -> Iterator[Found]:
    """Every objective that has exercises can be met: it has one anchor, or says how many core exercises it asks for."""
    for objective in level.objectives:
        anchors = [exercise.slug for exercise in objective.exercises if exercise.role == "anchor"]
        place = objective.notes_path.parent / "objective.yaml"
        if len(anchors) > 1:
            yield Found(place, f"{objective.id} has several anchors: {', '.join(anchors)}")
        elif objective.exercises and not objective.drafts and not anchors and not objective.is_badge:
            yield Found(place, f"{objective.id} has no anchor")
