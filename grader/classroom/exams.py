"""The exam of a class: answers files taken out of submissions as safely as the code, marked with the key, joined with the code's points.

A form belongs to one learner: answers that come in somebody else's submission are refused. Knows no store; nothing of the key is written.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from grader.classroom.examkept import ClassExam
from grader.classroom.intake import take_in
from grader.classroom.limits import IntakeLimits
from grader.classroom.names import FileNames, Meaning
from grader.classroom.outputs import write_whole
from grader.classroom.roster import Person, Roster, reconcile
from grader.content.models import Level
from grader.documents import MarkedSubmission
from grader.quiz.analysis import item_reports, misconception_counts
from grader.quiz.exam import ANSWER_NAMES, ExamKey, ExamMark, mark_submission
from grader.records import dataclass
from grader.store.rows import NewSubmission

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


def exam_answers(submissions: Path, level: Level, limits: IntakeLimits | None = None) -> dict[str, Handed]:
    """The answers files of every submission in a folder or a download, by learner."""
    return {each.key: _handed(each) for each in take_in(submissions, level, limits=limits, file_names=AnswerNames()).submissions}


def _handed(submission: NewSubmission) -> Handed:
    problem = submission.problem or next((file.problem for file in submission.files if file.problem), "")
    return Handed({file.path: file.content.read() for file in submission.files if file.content is not None}, problem)


def marks_of(answers: Mapping[str, Handed], key: ExamKey, roster: Roster | None = None) -> dict[str, ExamMark | None]:
    """The exam mark of everyone, None where no answers were handed in. A form may name its learner by any id of the class list."""
    people = reconcile(answers, roster).people if roster is not None else {}
    return {learner: _mark(learner, handed, key, people.get(learner)) for learner, handed in answers.items()}


def _mark(learner: str, handed: Handed, key: ExamKey, person: Person | None) -> ExamMark | None:
    if handed.problem:
        return ExamMark(learner, "", refused=handed.problem)
    mark = mark_submission(handed.files, key)
    if mark is None or mark.refused:
        return mark if mark is None else ExamMark(learner, mark.form, refused=mark.refused)
    if mark.learner not in {learner, *((person.key, *person.others) if person is not None else ())}:
        return ExamMark(learner, mark.form, refused=f"The form of `{mark.learner}` was handed in by `{learner}`.")
    return replace(mark, learner=learner)


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
