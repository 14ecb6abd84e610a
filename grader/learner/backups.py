"""Copies of a learner's file from before it was changed by us: `reset` always makes one, `undo` brings the last one back.

A copy is a plain file, `.grader/backups/<exercise>/<number>.py`, so that it can be found and read without this program.
"""

from __future__ import annotations

import os
from pathlib import Path

from grader.content.models import Exercise
from grader.errors import NothingToDo
from grader.learner.folder import LearnerFolder
from grader.records import dataclass


@dataclass(frozen=True, slots=True)
class Restored:
    """What a reset or an undo did: the file now holds `source`; what it held before is in `copy` (None: it held nothing)."""

    file: Path
    copy: Path | None


def reset(folder: LearnerFolder, exercise: Exercise) -> Restored:
    """Put the stub back; the learner's file is copied first, and never lost."""
    copy = keep(folder, exercise)
    _write(folder.file(exercise), exercise.stub_path.read_bytes())
    return Restored(folder.file(exercise), copy)


def undo(folder: LearnerFolder, exercise: Exercise) -> Restored:
    """Bring back the newest copy, and keep what stands there now as the next one, so that undo can be undone."""
    newest = copies(folder, exercise)[-1:]
    if not newest:
        raise NothingToDo(f"There is no earlier copy of {exercise.slug}.", hint="`grader reset` and `grader undo` make them")
    source = newest[0].read_bytes()
    kept = keep(folder, exercise)
    _write(folder.file(exercise), source)
    newest[0].unlink()
    return Restored(folder.file(exercise), kept)


def copies(folder: LearnerFolder, exercise: Exercise) -> list[Path]:
    """The copies of an exercise, oldest first."""
    place = folder.state / "backups" / exercise.slug
    return sorted(place.glob("*.py")) if place.is_dir() else []


def keep(folder: LearnerFolder, exercise: Exercise) -> Path | None:
    """Copy the learner's file as it is now; None when there is none."""
    source = folder.source(exercise)
    if source is None:
        return None
    place = folder.state / "backups" / exercise.slug
    place.mkdir(parents=True, exist_ok=True)
    numbers = [int(path.stem) for path in copies(folder, exercise) if path.stem.isdigit()]
    target = place / f"{max(numbers, default=0) + 1:06d}.py"
    _write(target, source)
    return target


def _write(path: Path, source: bytes) -> None:
    """Write a file so that a crash leaves the old one or the new one, never half."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.new")
    try:
        with open(temporary, "wb") as file:
            file.write(source)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
