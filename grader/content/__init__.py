"""The level's files as typed models: found, loaded, hashed, imported. Knows nothing of grading, quizzes' marking or the terminal."""

from __future__ import annotations

from grader.content.hashes import suite_hash
from grader.content.load import load_level
from grader.content.models import Exercise, Level, MisconceptionEntry, Objective
from grader.content.tree import ContentRoot, find_root

__all__ = [
    "ContentRoot",
    "Exercise",
    "Level",
    "MisconceptionEntry",
    "Objective",
    "find_root",
    "load_level",
    "suite_hash",
]
