"""The exam of a class as its store keeps it: each learner's items and what could be chosen, so that statistics and pages need no file.

Answers' marks are in it, and which options are right: it stays in the store, with the instructor. The key's secret is not.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from grader.documents import canonical
from grader.records import dataclass
from grader.store.classes import ClassStore

if TYPE_CHECKING:  # a class without an exam loads nothing of quizzes
    from grader.quiz.exam import Exam, ExamMark

KEPT = "exam"


@dataclass(frozen=True, slots=True)
class Alternative:
    """An option of a question, as the content files have it."""

    id: str
    text: str
    is_right: bool
    misconception: str


@dataclass(frozen=True, slots=True)
class ClassExam:
    """An exam of a class: marks by learner, None where no answers came; alternatives by question, where there is something to choose."""

    name: str
    marks: Mapping[str, ExamMark | None]
    alternatives: Mapping[str, tuple[Alternative, ...]]
    prompts: Mapping[str, str] = field(default_factory=dict)  # as the content files have them, numbers not drawn


def class_exam(exam: Exam, marks: Mapping[str, ExamMark | None]) -> ClassExam:
    """What is kept of an exam and its marks."""
    from grader.quiz.model import ChoiceKey

    alternatives = {}
    for name in exam.questions:
        key = exam.question(name).key
        if isinstance(key, ChoiceKey):
            alternatives[name] = tuple(Alternative(each.id, each.text, each.correct, each.misconception) for each in key.options)
    return ClassExam(exam.name, marks, alternatives, {name: exam.question(name).prompt for name in exam.questions})


def keep_exam(store: ClassStore, exam: ClassExam, kept: str = KEPT) -> None:
    """Keep an exam in place of the one before."""
    marks = {key: None if mark is None else _mark_json(mark) for key, mark in exam.marks.items()}
    alternatives = {
        name: [[each.id, each.text, each.is_right, each.misconception] for each in of] for name, of in exam.alternatives.items()
    }
    store.keep(kept, canonical({"name": exam.name, "marks": marks, "alternatives": alternatives, "prompts": dict(exam.prompts)}))


def exam_of(store: ClassStore, kept: str = KEPT) -> ClassExam | None:
    """The exam that was kept last; None when there never was one."""
    text = store.kept(kept)
    if text is None:
        return None
    data = json.loads(text)
    marks = {key: None if mark is None else _mark_back(mark) for key, mark in data["marks"].items()}
    alternatives = {name: tuple(Alternative(*each) for each in of) for name, of in data["alternatives"].items()}
    return ClassExam(data["name"], marks, alternatives, data.get("prompts", {}))


def _mark_json(mark: ExamMark) -> dict[str, Any]:
    return {
        "learner": mark.learner,
        "form": mark.form,
        "refused": mark.refused,
        "notes": list(mark.notes),
        "items": [
            [each.question, each.objective, each.standing.value, str(each.score), list(each.misconceptions), each.note, list(each.chosen)]
            for each in mark.items
        ],
    }


def _mark_back(data: dict[str, Any]) -> ExamMark:
    from grader.quiz.exam import ExamMark, ItemMark
    from grader.quiz.marking import Standing

    items = tuple(
        ItemMark(question, objective, Standing(standing), Fraction(score), tuple(tags), "", "", note, tuple(chosen))
        for question, objective, standing, score, tags, note, chosen in data["items"]
    )
    return ExamMark(data["learner"], data["form"], items, data["refused"], tuple(data["notes"]))
