"""The learner's folder: where it is, which files are theirs, and how it is made. Never overwrites a file of theirs."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from grader.content.models import Exercise, Level
from grader.errors import NoLearnerFolder, UsageError
from grader.records import dataclass

MARK = ".grader"
MOST_BYTES = 1 << 20  # of one exercise file


@dataclass(frozen=True, slots=True)
class LearnerFolder:
    """A folder made by `grader start`; `state` is where the program keeps what it has to remember."""

    root: Path

    @property
    def state(self) -> Path:
        """The hidden folder of the program's own."""
        return self.root / MARK

    def file(self, exercise: Exercise) -> Path:
        """The learner's file of an exercise, whether it is there or not."""
        return self.root / exercise.folder / exercise.filename

    def source(self, exercise: Exercise) -> bytes | None:
        """The bytes of the learner's file; None when there is no such file. Raises UsageError when it cannot be read."""
        path = self.file(exercise)
        try:
            found = path.stat()
            if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):  # reading a pipe would wait for somebody who writes
                raise UsageError(
                    f"`{self.shown(path)}` is not a file with a program in it.", hint="move it away, then `grader reset` writes one"
                )
            if found.st_size > MOST_BYTES:
                raise UsageError(f"`{self.shown(path)}` is larger than an exercise can be (1 MB).")
            return path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise UsageError(f"Cannot read `{self.shown(path)}`: {(error.strerror or '').lower()}.") from error

    def shown(self, path: Path) -> str:
        """A path as the learner would type it from where they stand."""
        return os.path.relpath(path) if path.is_relative_to(self.root) else str(path)


def find_folder(start: Path | None = None) -> LearnerFolder:
    """The learner folder that `start` (default: here) is in. Raises NoLearnerFolder when there is none up to the root."""
    here = (start or Path.cwd()).resolve()
    for place in (here, *here.parents):
        if (place / MARK).is_dir():
            return LearnerFolder(place)
    raise NoLearnerFolder(f"`{here}` is not inside a learner's folder.", hint="run `grader start` to make one here, or change into yours")


@dataclass(frozen=True, slots=True)
class Started:
    """What `start` did: files written, and files that were there already and were left as they are."""

    folder: LearnerFolder
    written: tuple[Path, ...]
    kept: tuple[Path, ...]


def start(level: Level, where: Path) -> Started:
    """Make `where` a learner's folder: stubs and notes copied, nothing overwritten. Raises UsageError inside the level's own trees."""
    root = where.resolve()
    if root.is_relative_to(level.root.exercises.resolve()) or (root / "exercises" / "level.yaml").exists():
        raise UsageError(f"`{where}` holds the level itself.", hint="give another folder: grader start my-attention")
    folder = LearnerFolder(root)
    folder.state.mkdir(parents=True, exist_ok=True)
    written, kept = [], []
    for source, target in _copies(level, folder):
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            with open(target, "xb") as file:
                file.write(source.read_bytes())
            written.append(target)
        except FileExistsError:
            kept.append(target)
    return Started(folder, tuple(written), tuple(kept))


def _copies(level: Level, folder: LearnerFolder) -> list[tuple[Path, Path]]:
    pairs = [(exercise.stub_path, folder.file(exercise)) for exercise in level.exercises]
    for objective in level.objectives:
        notes = [objective.notes_path, *sorted(objective.notes_path.parent.glob("*.svg"))]
        pairs += [(path, folder.root / objective.folder / path.name) for path in notes]
    return [(source, target) for source, target in pairs if source.is_file()]
