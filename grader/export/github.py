"""Marks for GitHub Actions: annotations and a job summary, within the limits beyond which GitHub drops things without a word. Pure.

Only our own sentences are in them: an annotation is read by whoever sees the repository.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.classroom.marks import MarkRow
from grader.content.models import Level
from grader.documents import MarkedExercise
from grader.results import Verdict

MOST_ANNOTATIONS = 10  # of a kind, for each step; the rest would vanish
SUMMARY_BYTES = 1024 * 1024  # a longer summary is dropped whole
CUT = "\n\nCut here: GitHub takes at most 1 MiB. `result.json` has everyone.\n"
QUIET = (Verdict.PASSED, Verdict.MISSING, Verdict.TODO, Verdict.NOT_RUN)


def error_lines(rows: Sequence[MarkRow], level: Level) -> str:
    """Workflow commands, one on each line: at most ten, the last of which says how many more there are."""
    found = list(_error_lines(rows, level))
    if len(found) > MOST_ANNOTATIONS:
        left = len(found) - (MOST_ANNOTATIONS - 1)
        found = [*found[: MOST_ANNOTATIONS - 1], f"::error title=grader::{_message(f'{left} more; the job summary has all of them')}"]
    return "".join(f"{line}\n" for line in found)


def _error_lines(rows: Sequence[MarkRow], level: Level) -> Iterator[str]:
    for row in rows:
        for marked in row.submission.exercises:
            if marked.result.verdict not in QUIET:
                title = _property(f"{row.key}: {level.exercise(marked.result.slug).title}")
                path = f"file={_property(marked.result.source_path)}," if marked.result.source_path else ""
                yield f"::error {path}title={title}::{_message(_why(marked))}"


def _why(marked: MarkedExercise) -> str:
    """The first thing that does not hold."""
    first = next((check for check in marked.result.checks if check.category), None)
    points = "no points" if marked.points is None else f"{marked.points:g} of {marked.result.max_points:g} points"
    return f"{first.sentence if first is not None else marked.result.verdict.value} ({points})"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")


def summary(rows: Sequence[MarkRow], title: str) -> str:
    """The job summary in Markdown: a row for each learner; cut at a whole row, and said so, where it would be too long."""
    head = f"## {_cell(title)}\n\n| learner | points | of | exercises passed | |\n| --- | ---: | ---: | ---: | --- |\n"
    parts, size = [head], len(head.encode())
    for row in rows:
        passed = sum(marked.result.verdict is Verdict.PASSED for marked in row.submission.exercises)
        points = "–" if row.points is None else f"{row.points:g}"
        line = f"| {_cell(row.key)} | {points} | {row.max_points:g} | {passed} of {len(row.submission.exercises)} | {_cell(row.blank)} |\n"
        size += len(line.encode())
        if size + len(CUT.encode()) > SUMMARY_BYTES:
            parts.append(CUT)
            break
        parts.append(line)
    return "".join(parts)


def _cell(text: str) -> str:
    """Text that is no markup and stays in its cell."""
    plain = "".join(char if char.isprintable() else " " for char in text)
    escaped = plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\\", "\\\\").replace("|", "\\|")
    return "".join(f"\\{char}" if char in "*_`[]!#~" else char for char in escaped)
