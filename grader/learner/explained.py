"""explain.yaml in a learner's folder: answers in their own words, which a class marks with a rubric. Read, written whole, never lost.

Made to be edited by hand as well: every question stands in it with its first line, and what is between its quotes is the answer.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.content.strict_yaml import parse_strict
from grader.errors import UsageError
from grader.quiz.examfiles import quoted
from grader.records import dataclass

FILE_NAME = "explain.yaml"
SHOWN = 110


@dataclass(frozen=True, slots=True)
class ToExplain:
    """A question to be answered in words."""

    id: str
    objective: str
    prompt: str


def read_explained(root: Path) -> dict[str, str]:
    """What was answered so far, by question; nothing when there is no file. UsageError when it cannot be read."""
    path = root / FILE_NAME
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return {}
    loaded = parse_strict(raw, shown=FILE_NAME)
    if loaded.problems:
        raise UsageError(str(loaded.problems[0]), hint="mend that line, or move the file away")
    if loaded.data is None:
        return {}
    if not isinstance(loaded.data, dict) or not all(value is None or isinstance(value, str) for value in loaded.data.values()):
        raise UsageError(f"`{FILE_NAME}` must hold lines such as `o1-q19: 'your answer'`.", hint="mend it, or move the file away")
    return {str(name): text.strip() for name, text in loaded.data.items() if text and text.strip()}


def write_explained(root: Path, questions: Sequence[ToExplain], answers: Mapping[str, str]) -> Path:
    """Write the file so that a crash leaves the old one or the new one. An answer to a question that is gone stays at its end."""
    path = root / FILE_NAME
    beside = path.with_name(f".{FILE_NAME}.new")
    try:
        with open(beside, "w", encoding="utf-8") as file:
            file.write(explained_text(questions, answers))
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
    return path


def explained_text(questions: Sequence[ToExplain], answers: Mapping[str, str]) -> str:
    """The file: a comment and a quoted text for each question."""
    lines = ["# Answers in your own words: type them between the quotes, or with `grader explain`. `grader submit` hands this file in."]
    for each in questions:
        first = "".join(char for char in each.prompt.splitlines()[0] if char.isprintable())
        lines += [f"# {each.objective}: {first[:SHOWN]}", f"{each.id}: {quoted(answers.get(each.id, ''))}"]
    known = {each.id for each in questions}
    lines += [f"{quoted(name)}: {quoted(text)}" for name, text in answers.items() if name not in known]
    return "\n".join(lines) + "\n"
