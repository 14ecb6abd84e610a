"""The exam of a class: answers files taken out of submissions as safely as the code, marked with the key, joined with the code's points.

A form belongs to one learner: answers that come in somebody else's submission are refused. Knows no store; nothing of the key is written.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.classroom.archives import open_archive
from grader.classroom.examkept import ClassExam
from grader.classroom.folders import open_folder
from grader.classroom.limits import IntakeLimits
from grader.classroom.names import FileNames, Meaning, is_passed_over, storable
from grader.classroom.outputs import write_whole
from grader.documents import MarkedSubmission
from grader.quiz.analysis import item_reports, misconception_counts
from grader.quiz.exam import ANSWER_NAMES, ExamKey, ExamMark, mark_submission

EXAM_FORMAT = "grader/exam-result/1"
RESULT_NAME, TABLE_NAME = "exam.json", "exam.csv"


class AnswerNames(FileNames):
    """The names of answers files, in place of those of exercises."""

    reads_notebooks = False

    def __init__(self) -> None:
        """No level is needed."""
        self.exercises = ()

    def meaning(self, name: str) -> Meaning | None:
        """Any spelling of the case is an answers file."""
        return Meaning("answers", name in ANSWER_NAMES) if name.casefold() in ANSWER_NAMES else None

    def near(self, name: str) -> str:
        """Nothing is guessed."""
        return ""


@dataclass(frozen=True, slots=True)
class Handed:
    """What one learner handed in for an exam: answers files by path, or why there are none to be had."""

    files: Mapping[str, bytes]
    problem: str = ""


def exam_answers(submissions: Path, limits: IntakeLimits | None = None) -> dict[str, Handed]:
    """The answers files of every submission in a folder, by learner."""
    bounds = limits or IntakeLimits()
    names = AnswerNames()
    found: dict[str, Handed] = {}
    for path in sorted(submissions.iterdir(), key=lambda path: path.name):
        is_zip = path.suffix.lower() == ".zip"
        if is_passed_over(path.name) or path.is_symlink() or not (path.is_dir() or is_zip):
            continue
        learner = storable(path.name if path.is_dir() else path.stem)
        opened = open_folder(path, names, bounds) if path.is_dir() else open_archive(path, names, bounds)
        problem = opened.problem or next((each.problem for each in opened.candidates if each.problem), "")
        found[learner] = Handed({each.path: each.content for each in opened.candidates if each.content is not None}, problem)
    return found


def exam_marks(submissions: Path, key: ExamKey, limits: IntakeLimits | None = None) -> dict[str, ExamMark | None]:
    """The exam mark of every submission in a folder, by learner; None where no answers were handed in."""
    return marks_of(exam_answers(submissions, limits), key)


def marks_of(answers: Mapping[str, Handed], key: ExamKey) -> dict[str, ExamMark | None]:
    """The same of answers that were taken in before."""
    return {learner: _mark(learner, handed, key) for learner, handed in answers.items()}


def _mark(learner: str, handed: Handed, key: ExamKey) -> ExamMark | None:
    if handed.problem:
        return ExamMark(learner, "", refused=handed.problem)
    mark = mark_submission(handed.files, key)
    if mark is None or mark.refused:
        return mark if mark is None else ExamMark(learner, mark.form, refused=mark.refused)
    if mark.learner != learner:
        return ExamMark(learner, mark.form, refused=f"The form of `{mark.learner}` was handed in by `{learner}`.")
    return mark


def write_exam(folder: Path, code: Iterable[MarkedSubmission], exam: ClassExam) -> None:
    """`exam.json` and `exam.csv` of a class folder: points of code and exam side by side, objective by objective."""
    code_by_key = {submission.key: submission for submission in code}
    write_whole(folder / RESULT_NAME, json.dumps(_document(code_by_key, exam.marks, exam.name), ensure_ascii=False, indent=1) + "\n")
    write_whole(folder / TABLE_NAME, _table(code_by_key, exam.marks))


def _document(code: Mapping[str, MarkedSubmission], marks: Mapping[str, ExamMark | None], exam: str) -> dict[str, Any]:
    marked = [mark for mark in marks.values() if mark is not None]
    return {
        "format": EXAM_FORMAT,
        "exam": exam,
        "learners": [_learner(key, code.get(key), mark) for key, mark in sorted(marks.items())],
        "items": [
            {
                "question": report.question,
                "objective": report.objective,
                "n": report.n,
                "facility": float(report.facility),
                "discrimination": report.discrimination,
                "blank": report.blank,
                "misconceptions": dict(report.misconceptions),
            }
            for report in item_reports(marked)
        ],
        "misconceptions": misconception_counts(marked),
    }


def _learner(key: str, code: MarkedSubmission | None, mark: ExamMark | None) -> dict[str, Any]:
    points = {} if mark is None else mark.by_objective
    return {
        "key": key,
        "status": "no answers" if mark is None else "refused" if mark.refused else "marked",
        "refused": mark.refused if mark is not None and mark.refused else None,
        "exam": {name: {"points": str(earned), "of": count} for name, (earned, count) in points.items()},
        "code": {} if code is None else {each.id: {"points": each.points, "of": each.max_points} for each in code.objectives},
        "unreadable": [] if mark is None else [{"question": item.question, "note": item.note} for item in mark.items if item.note],
    }


def _table(code: Mapping[str, MarkedSubmission], marks: Mapping[str, ExamMark | None]) -> str:
    objectives = sorted(
        {name for mark in marks.values() if mark is not None for name in mark.by_objective}
        | {each.id for submission in code.values() for each in submission.objectives}
    )
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["learner", *(f"{name} {what}" for name in objectives for what in ("code", "code of", "exam", "exam of")), "exam refused"]
    )
    for key, mark in sorted(marks.items()):
        row: list[object] = [_cell(key)]
        for name in objectives:
            found = next((each for each in code[key].objectives if each.id == name), None) if key in code else None
            row += ["", ""] if found is None else [found.points, found.max_points]
            points = None if mark is None else mark.by_objective.get(name)
            row += ["", ""] if points is None else [round(float(points[0]), 4), points[1]]
        writer.writerow([*row, _cell(mark.refused if mark is not None else "no answers")])
    return out.getvalue()


def _cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
