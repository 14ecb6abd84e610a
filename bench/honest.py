"""Honest work to measure on: copies of the solutions, each differing by a comment and a renamed local."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path

from grader.content.models import Exercise


def honest_copy(source: str, number: int) -> str:
    """The source with one local of its last function renamed, and a comment of its own."""
    tree = ast.parse(source)
    function = [node for node in tree.body if isinstance(node, ast.FunctionDef)][-1]
    outside = {arg.arg for arg in ast.walk(function) if isinstance(arg, ast.arg)}
    stored = {name.id for name in ast.walk(function) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}
    for name in sorted(stored - outside)[:1]:
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and node.id == name:
                node.id = f"{name}_{number}"
    return f"# made-up learner {number}\n{ast.unparse(tree)}\n"


def write_class(folder: Path, exercises: Sequence[Exercise], learners: int, first: int = 0) -> list[Path]:
    """A folder of `learners` made-up submissions, each with every exercise; the submission folders."""
    made = []
    for number in range(first, first + learners):
        submission = folder / f"learner{number:05d}"
        for exercise in exercises:
            path = submission / exercise.folder / exercise.filename
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(honest_copy(exercise.solution_path.read_text(encoding="utf-8"), number), encoding="utf-8")
        made.append(submission)
    return made
