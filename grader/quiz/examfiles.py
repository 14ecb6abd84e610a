"""Exam documents as files: forms and answers templates for learners, the key for the instructor."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.content.strict_yaml import parse_strict
from grader.errors import UsageError
from grader.quiz.exam import ANSWERS_FORMAT, FORM_FORMAT, ExamKey, read_key

FORM_NAME, KEY_NAME = "exam.json", "exam-key.json"
MAX_KEY_BYTES = 200_000_000


def load_key(path: Path) -> ExamKey:
    """The key in a file; UsageError when it is none."""
    return read_key(_load_json(path, "an exam key", MAX_KEY_BYTES))


def load_form(path: Path) -> dict[str, Any]:
    """The form in a file; UsageError when it is none."""
    document = _load_json(path, "an exam form", MAX_KEY_BYTES)
    if not isinstance(document, dict) or document.get("format") != FORM_FORMAT or not isinstance(document.get("items"), list):
        raise UsageError(f"`{path}` is not an exam form of this version.", hint="it should be the exam.json you were given")
    return document


def _load_json(path: Path, what: str, most: int) -> object:
    try:
        if path.stat().st_size > most:
            raise UsageError(f"`{path}` is too large for {what}.")
        return json.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise UsageError(f"There is no file `{path}`.") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"`{path}` is not {what}: it is no JSON.") from error


def answers_template(form: Mapping[str, Any], answers: Mapping[str, str] | None = None) -> str:
    """The file a learner fills in, by hand or through `grader exam take`: one quoted text for each question."""
    given = answers or {}
    lines = [
        "# Your answers. Write each between the quotes, as you would type it, then hand this file in with your work.",
        f"format: {ANSWERS_FORMAT}",
        f"exam: {quoted(form['exam'])}",
        f"learner: {quoted(form['learner'])}",
        f"form: {form['form']}",
        "answers:",
    ]
    for item in form["items"]:
        first = str(item["prompt"]).splitlines()[0]
        comment = "".join(char for char in f"{item['number']}. {first}" if char.isprintable())
        lines.append(f"  # {comment[:110]}")
        lines.append(f"  {item['id']}: {quoted(given.get(item['id'], ''))}")
    return "\n".join(lines) + "\n"


def read_answers(path: Path, form: Mapping[str, Any]) -> dict[str, str]:
    """Answers given so far in a template; none when there is no file yet. UsageError when the file cannot be read or belongs elsewhere."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return {}
    loaded = parse_strict(raw, shown=path.name)
    if loaded.problems:
        raise UsageError(str(loaded.problems[0]), hint="mend that line, or move the file away")
    if not isinstance(loaded.data, dict) or loaded.data.get("form") != form["form"] or not isinstance(loaded.data.get("answers"), dict):
        raise UsageError(f"`{path}` holds answers to another form.", hint="move it away, or name another file with --answers")
    return {str(name): "" if value is None else str(value) for name, value in loaded.data["answers"].items()}


def quoted(text: str) -> str:
    """A YAML text that is read as itself whatever it says."""
    if text.isprintable() and "\\" not in text:
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    if char == "\n":
        return "\\n"
    if "\ud800" <= char <= "\udfff":
        return "\ufffd"  # half a character: nothing can hold it
    return char if char.isprintable() else f"\\U{ord(char):08x}"
