"""An exam marked again from its answers as the store keeps them, with a mended key: who would change, in which questions; then all or none.

Answers stay as they came in; a key is never stored.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping

from grader.classroom.examkept import KEPT, ClassExam, class_exam, exam_of, keep_exam
from grader.classroom.exams import Handed, marks_of
from grader.classroom.people import people_of
from grader.classroom.regrade import Change
from grader.documents import canonical
from grader.errors import UsageError
from grader.quiz.exam import ExamKey, ExamMark
from grader.store.classes import ClassStore

ANSWERS = "exam answers"
CANDIDATE = "exam of "  # and the id of the candidate run


def keep_answers(store: ClassStore, answers: Mapping[str, Handed]) -> None:
    """Keep what was handed in for an exam, byte for byte."""
    data = {
        learner: {"problem": each.problem, "files": {path: base64.b64encode(raw).decode() for path, raw in each.files.items()}}
        for learner, each in answers.items()
    }
    store.keep(ANSWERS, canonical(data))


def answers_of(store: ClassStore) -> dict[str, Handed]:
    """What `keep_answers` kept. UsageError when this class had no exam."""
    text = store.kept(ANSWERS)
    if text is None:
        raise UsageError("No answers to an exam were taken in with this class.", hint="grader grade SUBMISSIONS --exam-key KEY")
    return {
        learner: Handed({path: base64.b64decode(raw) for path, raw in each["files"].items()}, each["problem"])
        for learner, each in json.loads(text).items()
    }


def regrade_exam(store: ClassStore, key: ExamKey, run_id: str) -> tuple[Change, ...]:
    """Mark the kept answers again beside the marks that count; what would change, by learner and objective."""
    before = exam_of(store)
    after = class_exam(key.exam, marks_of(answers_of(store), key, people_of(store)))
    keep_exam(store, after, CANDIDATE + run_id)
    return tuple(_changes(before, after)) if before is not None else ()


def apply_exam(store: ClassStore, run_id: str) -> None:
    """Let the exam that was marked with a candidate run count, if one was."""
    candidate = exam_of(store, CANDIDATE + run_id)
    if candidate is not None:
        keep_exam(store, candidate, KEPT)


def _changes(before: ClassExam, after: ClassExam) -> Iterator[Change]:
    for learner, new in sorted(after.marks.items()):
        old = before.marks.get(learner)
        for objective in sorted({*_points(old), *_points(new)}):
            one, two = _points(old).get(objective), _points(new).get(objective)
            why = tuple(_why(old, new, objective))
            if one != two or why:
                yield Change(learner, f"exam {objective}", one, two, why)


def _points(mark: ExamMark | None) -> dict[str, float]:
    return {} if mark is None else {name: round(float(points), 4) for name, (points, _) in mark.by_objective.items()}


def _why(old: ExamMark | None, new: ExamMark | None, objective: str) -> Iterator[str]:
    """The questions whose score changes."""
    scores = {item.question: item.score for item in (old.items if old is not None else ())}
    for item in new.items if new is not None else ():
        was = scores.get(item.question)
        if item.objective == objective and was != item.score:
            yield f"{item.question} {'–' if was is None else was} → {item.score}"
