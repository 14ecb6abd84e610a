"""Exam documents as files: forms and answers templates for learners, the key for the instructor, answers out of a submission.

What comes from a learner is size-checked before it is read, and read by the strict loader: duplicate keys, tags and anchors are refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.content.strict_yaml import parse_strict
from grader.errors import UsageError
from grader.quiz.exam import ANSWERS_FORMAT, FORM_FORMAT, ExamKey, ExamMark, mark_answers, read_key

ANSWER_NAMES = ("answers.yaml", "answers.yml", "answers.json")
FORM_NAME, KEY_NAME = "exam.json", "exam-key.json"
MAX_ANSWER_BYTES = 200_000
MAX_KEY_BYTES = 200_000_000


def mark_submission(files: Mapping[str, bytes], key: ExamKey) -> ExamMark | None:
    """The exam mark of a submission given as name to bytes (folders in names do not matter); None when it holds no answers file."""
    found = [name for name in files if name.rsplit("/", 1)[-1] in ANSWER_NAMES]
    if not found:
        return None
    if len(found) > 1:
        return ExamMark("", "", refused=f"There are {len(found)} answers files ({', '.join(sorted(found))}); one is needed.")
    raw = files[found[0]]
    if len(raw) > MAX_ANSWER_BYTES:
        return ExamMark("", "", refused=f"{found[0]} is larger than {MAX_ANSWER_BYTES:,} bytes.")
    return mark_file(raw, found[0], key)


def mark_file(raw: bytes, name: str, key: ExamKey) -> ExamMark:
    """The mark of one answers file."""
    if len(raw) > MAX_ANSWER_BYTES:
        return ExamMark("", "", refused=f"{name} is larger than {MAX_ANSWER_BYTES:,} bytes.")
    loaded = parse_strict(raw, shown=name)
    if loaded.problems:
        return ExamMark("", "", refused=str(loaded.problems[0]))
    return mark_answers(key, loaded.data)


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
    except (ValueError, UnicodeDecodeError) as error:
        raise UsageError(f"`{path}` is not {what}: it is no JSON.") from error


def answers_template(form: Mapping[str, Any], answers: Mapping[str, str] | None = None) -> str:
    """The file a learner fills in, by hand or through `grader exam take`: one quoted text for each question."""
    given = answers or {}
    lines = [
        "# Your answers. Write each between the quotes, as you would type it, then hand this file in with your work.",
        f"format: {ANSWERS_FORMAT}",
        f"exam: {_quoted(form['exam'])}",
        f"learner: {_quoted(form['learner'])}",
        f"form: {form['form']}",
        "answers:",
    ]
    for item in form["items"]:
        first = str(item["prompt"]).splitlines()[0]
        comment = "".join(char for char in f"{item['number']}. {first}" if char.isprintable())
        lines.append(f"  # {comment[:110]}")
        lines.append(f"  {item['id']}: {_quoted(given.get(item['id'], ''))}")
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


def _quoted(text: str) -> str:
    """A YAML text that is read as itself whatever it says."""
    return json.dumps(text, ensure_ascii=False) if any(char in text for char in "\n\t\r\\") else "'" + text.replace("'", "''") + "'"
