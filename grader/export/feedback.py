"""Handed-back pages in the layout that a course system takes them in. Equal pages give equal bytes. Pure.

Moodle and Blackboard get the page itself. Canvas shows a returned file under the name of the learner's own, `softmax_rows.py` say, whatever
is in it: so it gets the same words as plain text that is a valid Python file, too.
"""

from __future__ import annotations

import io
import re
import textwrap
import zipfile
from collections.abc import Iterable, Iterator, Mapping

from grader.documents import Json

DATE = (1980, 1, 1, 0, 0, 0)  # equal pages give equal bytes
PAGE = "feedback.html"
WIDTH = 100
_NOT_IN_NAMES = re.compile(r"[_/\\:*?\"<>|\x00-\x1f\x7f]")


def moodle_places(names: Mapping[str, str]) -> dict[str, str]:
    """Moodle's places by learner, from names and worksheet ids alone; those whose key is no such id have none."""
    return {
        key: f"{_NOT_IN_NAMES.sub(' ', name).strip() or 'Participant'}_{key}_assignsubmission_file/{PAGE}"
        for key, name in names.items()
        if key.isdecimal()
    }


def feedback_zip(pages: Iterable[tuple[str, bytes]]) -> bytes:
    """A .zip of (path, page), in the order of paths."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, page in sorted(pages):
            entry = zipfile.ZipInfo(path, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, page)
    return out.getvalue()


def feedback_text(document: Json) -> str:
    """A learner's document (`grader/learner/1`) as lines of a Python comment: points, each check, what to do about it."""
    return "".join(f"# {line}".rstrip() + "\n" for line in _lines(document))


def _lines(document: Json) -> Iterator[str]:
    submission = document["submission"]
    yield _plain(f"{document['assignment']['title']}: {submission['name'] or submission['key']}")
    yield "No mark." if submission["points"] is None else f"{submission['final_points']:g} of {submission['max_points']:g} points."
    if submission["late_percent"]:
        yield f"{submission['points']:g} points, less {submission['late_percent']:g} % for being late."
    if submission["problem"]:
        yield from _wrapped(submission["problem"])
    for exercise in document["exercises"]:
        yield ""
        yield from _exercise(exercise)


def _exercise(exercise: Json) -> Iterator[str]:
    got = "-" if exercise["points"] is None else f"{exercise['points']:g}"
    yield f"{exercise['slug']}: {got} of {exercise['max_points']:g}"
    if exercise["override"] is not None:
        yield from _wrapped(f"Marked by hand: {exercise['override']['reason']}", "  ")
    if exercise["message"]:
        yield from _wrapped(exercise["message"], "  ")
    for check in exercise["checks"]:
        said = f" ({check['category']})" if check["category"] else ""
        yield from _wrapped(f"[{'x' if check['verdict'] == 'passed' else ' '}] {check['sentence']}{said}", "  ")
    for belief in exercise["misconceptions"]:
        yield from _wrapped(f"Perhaps you think: {belief['statement']} {belief['correction']}", "  ")


def _wrapped(text: str, indent: str = "") -> Iterator[str]:
    yield from textwrap.wrap(_plain(text), WIDTH, initial_indent=indent, subsequent_indent=f"{indent}    " if indent else "")


def _plain(text: str) -> str:
    """One line: no character that ends a comment, turns text around, or cannot be seen."""
    return "".join(char if char.isprintable() else " " for char in text)
