"""The failing case of an exercise as a small program the learner can run, change and debug. It holds numbers, never a check's source."""

from __future__ import annotations

from pathlib import Path

from grader.content.models import Exercise
from grader.errors import NothingToDo
from grader.learner.folder import LearnerFolder
from grader.records import dataclass
from grader.results import CheckResult, Evidence, Outcome, Verdict

# Wherever the program is kept: beside it or where it is run, upwards.
FIND_FOLDER = """\
import sys
from pathlib import Path

above = [*Path(__file__).resolve().parents, Path.cwd(), *Path.cwd().parents]
sys.path.insert(0, str(next(folder for folder in above if (folder / ".grader").is_dir())))  # your folder
"""


@dataclass(frozen=True, slots=True)
class SavedCase:
    """Where the case is, and its text."""

    path: Path
    text: str


def save_case(folder: LearnerFolder, exercise: Exercise, outcome: Outcome) -> SavedCase | None:
    """Keep the first failing case; a pass removes the old one. None when there is nothing that can be written down."""
    path = _place(folder, exercise)
    failing = next((check for check in outcome.result.checks if check.verdict is not Verdict.PASSED), None)
    evidence = outcome.evidence.by_check.get(failing.name) if failing is not None else None
    if failing is None or evidence is None or not evidence.snippet:
        path.unlink(missing_ok=True)
        return None
    path.parent.mkdir(parents=True, exist_ok=True)
    text = case_text(exercise, failing, evidence)
    path.write_text(text, encoding="utf-8")
    return SavedCase(path, text)


def saved_case(folder: LearnerFolder, exercise: Exercise) -> SavedCase:
    """The case kept last. Raises NothingToDo when there is none."""
    path = _place(folder, exercise)
    try:
        return SavedCase(path, path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise NothingToDo(
            f"No failing case of {exercise.slug} is kept.",
            hint=f"run `grader check {exercise.slug}`; a case that hands your code a function, or none at all, cannot be written down",
        ) from None


def case_text(exercise: Exercise, failing: CheckResult, evidence: Evidence) -> str:
    """A program that repeats the failing call on the learner's own file."""
    notes = [f"{exercise.slug}: {failing.sentence}"]
    if evidence.expected:
        notes.append(f"expected: {evidence.expected}")
    notes.append(f"got: {evidence.got}" if evidence.got else f"got: {evidence.exception or failing.message}")
    if evidence.where:
        notes.append(evidence.where)
    comment = "\n".join(f"# {line}" for note in notes for line in note.splitlines() or [""])
    return f"{comment}\n{FIND_FOLDER}\n{evidence.snippet}"


def _place(folder: LearnerFolder, exercise: Exercise) -> Path:
    return folder.state / "cases" / f"{exercise.stem}_case.py"
