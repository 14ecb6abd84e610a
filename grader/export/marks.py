"""Marks for programs and spreadsheets: a long CSV, JSON lines, JUnit XML, Gradescope's results.json; with names or without.

Anonymised: keys become HMACs of a key that stays outside, and nothing a learner is called by is in any cell.
"""

from __future__ import annotations

import csv
import hashlib
import hmac
import io
import json
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from grader.classroom.marks import MarkRow
from grader.content.models import Level
from grader.documents import Json, MarkedExercise, MarkedSubmission, canonical
from grader.export.tables import cell
from grader.results import SubmissionStatus, Verdict

LONG_HEAD = (
    "learner", "name", "status", "attempt", "submitted_at", "late_seconds", "late_percent", "exercise", "objective", "verdict", "points",
    "auto_points", "max_points", "by_hand", "misconceptions", "signature",
)  # fmt: skip
CONTROL = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
DAY_S = 86_400
OURS = (Verdict.BROKEN, Verdict.UNREADABLE)
COUNTED = ("tests", "failures", "errors", "skipped")  # of a JUnit suite


def long_rows(rows: Sequence[MarkRow]) -> Iterator[Json]:
    """One record for each person and exercise."""
    for row in rows:
        for marked in row.submission.exercises:
            yield {
                "learner": row.key,
                "name": row.name,
                "status": row.submission.status.value,
                "attempt": row.submission.attempt,
                "submitted_at": row.submission.submitted_at,
                "late_seconds": row.submission.late_seconds,
                "late_percent": row.submission.late_percent,
                "exercise": marked.result.slug,
                "objective": marked.result.objective,
                "verdict": marked.result.verdict.value,
                "points": marked.points,
                "auto_points": marked.result.auto_points,
                "max_points": marked.result.max_points,
                "by_hand": marked.override is not None,
                "misconceptions": " ".join(sorted({found.id for found in marked.result.misconceptions})),
                "signature": marked.result.failure_signature,
            }


def as_csv(records: Sequence[Mapping[str, Any]]) -> str:
    """The long table. No cell is taken for a formula; a number stays one."""
    head = [name for name in LONG_HEAD if not records or name in records[0]]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([_cell(record[name]) for name in head] for record in records)
    return out.getvalue()


def _cell(value: Any) -> object:
    return "" if value is None else cell(value) if isinstance(value, str) else value


def as_jsonl(records: Sequence[Mapping[str, Any]]) -> str:
    """The same records, one JSON object on each line."""
    return "".join(canonical(record) for record in records)


def pseudonym(secret: bytes) -> Callable[[str], str]:
    """Names for learners that only the holder of the key can connect to them; the same in every export with that key."""
    return lambda key: hmac.new(secret, key.encode(), hashlib.sha256).hexdigest()[:20]


def anonymous(records: Sequence[Mapping[str, Any]], secret: bytes) -> list[Json]:
    """The records without names and moments: a moment would name a learner to who saw them hand in. Lateness is told in whole days."""
    called = pseudonym(secret)
    kept = [{**record, "learner": called(record["learner"])} for record in records]
    for record in kept:
        del record["name"], record["submitted_at"]
        if record["late_seconds"] is not None:
            record["late_seconds"] = math.ceil(record["late_seconds"] / DAY_S) * DAY_S
    return sorted(kept, key=lambda record: (record["learner"], record["exercise"]))


def junit(rows: Sequence[MarkRow], title: str) -> str:
    """JUnit XML: a suite for each learner, a case for each check; our own faults are errors, blanks are skipped.

    Points stand in the properties of the suite: readers that go by the schema refuse properties of a case.
    """
    root = ET.Element("testsuites", name=_xml(title))
    totals = dict.fromkeys(COUNTED, 0)
    for row in rows:
        suite = ET.SubElement(root, "testsuite", name=_xml(row.key))
        _junit_points(suite, row)
        counts = dict.fromkeys(COUNTED, 0)
        for marked in row.submission.exercises:
            _junit_exercise(suite, marked, counts)
        for name, count in counts.items():
            suite.set(name, str(count))
            totals[name] += count
        suite.set("time", "0")
    for name in ("tests", "failures", "errors"):
        root.set(name, str(totals[name]))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _junit_points(suite: ET.Element, row: MarkRow) -> None:
    """The mark, and the points of each exercise; a blank has none."""
    properties = ET.SubElement(suite, "properties")
    found = [("points", row.points), ("max_points", row.max_points)]
    for marked in row.submission.exercises:
        found += [(f"{marked.result.slug}.points", marked.points), (f"{marked.result.slug}.max_points", marked.result.max_points)]
    for name, value in found:
        if value is not None:
            ET.SubElement(properties, "property", name=name, value=f"{value:g}")


def _junit_exercise(suite: ET.Element, marked: MarkedExercise, counts: dict[str, int]) -> None:
    result = marked.result
    checks = [(check.sentence or check.name, check.verdict, check.category, check.points, check.max_points) for check in result.checks]
    for name, verdict, category, points, worth in checks or [("handed in", result.verdict, "", 0.0, result.max_points)]:
        case = ET.SubElement(suite, "testcase", classname=result.slug, name=_xml(name), time="0")
        counts["tests"] += 1
        if verdict in (Verdict.TODO, Verdict.MISSING, Verdict.NOT_RUN):
            counts["skipped"] += 1
            ET.SubElement(case, "skipped", message=verdict.value)
        elif verdict in OURS:
            counts["errors"] += 1
            ET.SubElement(case, "error", message=verdict.value, type=verdict.value)
        elif verdict is not Verdict.PASSED:
            counts["failures"] += 1
            ET.SubElement(case, "failure", message=_xml(category or verdict.value), type=verdict.value)
        ET.SubElement(case, "system-out").text = f"{points:g} of {worth:g} points"


def _xml(text: str) -> str:
    """Text without what XML cannot hold."""
    return CONTROL.sub("\ufffd", text)


def gradescope_results(submission: MarkedSubmission, level: Level, *, isolation: str = "", visibility: str = "visible") -> str:
    """results.json of one submission: a test for each exercise. Only our own sentences are in it, never an input or a learner's text."""
    tests = [_gradescope_test(number, marked, level, visibility) for number, marked in enumerate(submission.exercises, start=1)]
    is_ours = submission.status is SubmissionStatus.BROKEN or submission.open_points > 0
    said = "Some points are open: that is our fault or a file that cannot be told apart, and takes nothing." if is_ours else ""
    document = {
        "score": submission.final_points or 0.0,
        "output": " ".join(part for part in (submission.problem, said) if part),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
        "extra_data": {
            "key": submission.key,
            "sha256": submission.sha256,
            "open_points": submission.open_points,
            "isolation": isolation,
            "our_fault": submission.status is SubmissionStatus.BROKEN,
        },
    }
    return json.dumps(document, ensure_ascii=True, indent=1, sort_keys=True) + "\n"


def _gradescope_test(number: int, marked: MarkedExercise, level: Level, visibility: str) -> Json:
    result = marked.result
    lines = [f"{'+' if check.verdict is Verdict.PASSED else '-'} {check.sentence}" for check in result.checks]
    return {
        "number": str(number),
        "name": level.exercise(result.slug).title,
        "score": marked.points or 0.0,
        "max_score": result.max_points,
        "status": "passed" if result.verdict is Verdict.PASSED else "failed",
        "output": "\n".join(lines) or result.verdict.value,
        "tags": [result.slug, result.objective],
        "visibility": visibility,
    }
