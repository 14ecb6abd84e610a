"""Hashes of what a result depends on: any change to them asks for a new grading, nothing else does."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from grader.content.models import Exercise
from grader.content.tree import helper_files


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file's bytes; "" when there is no such file."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        return ""


def suite_hash(exercise: Exercise) -> str:
    """One hash over all that decides an exercise's verdicts.

    Its checks, shared helpers, stub (what counts as untouched), solution, variants, the solutions it needs, and the part of its
    objective entry that grading reads. Titles, minutes, stars and hints are left out: rewording a hint regrades nobody.
    """
    files = [
        ("checks", (exercise.check_path, *exercise.also_check_paths)),
        ("helpers", helper_files(exercise.root, exercise.folder)),
        ("stub", (exercise.stub_path,)),
        ("solution", (exercise.solution_path,)),
        ("wrong", (exercise.wrong_path,)),
        ("alternatives", (exercise.alt_path,)),
        ("needs", exercise.needed_solution_paths),
    ]
    parts = {kind: _hashes(paths) for kind, paths in files}
    text = json.dumps({"files": parts, "entry": graded_entry(exercise)}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def graded_entry(exercise: Exercise) -> dict[str, object]:
    """The part of an exercise's entry that its verdicts and points depend on, as plain data."""
    return {
        "slug": exercise.slug,
        "objective": exercise.objective_id,
        "points": exercise.points,
        "scoring": exercise.scoring.value,
        "style": exercise.style.value,
        "needs": list(exercise.needs),
        "limits": dict(sorted(exercise.limits.items())),
        "forbids": sorted(exercise.forbids),
        "functions": list(exercise.functions),
    }


def _hashes(paths: Iterable[Path]) -> list[tuple[str, str]]:
    return [(f"{path.parent.name}/{path.name}", file_sha256(path)) for path in paths]
