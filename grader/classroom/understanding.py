"""What a class understood: items, misconceptions and who shares them, equal failures, objectives. From marks alone; knows no page.

Exercises and the questions of an exam are columns of one table. Who did not sit the exam counts in no figure of its questions.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from grader.classroom.alternatives import QuestionFigures, question_figures
from grader.classroom.assemble import GradedClass, open_points
from grader.classroom.examkept import ClassExam
from grader.classroom.figures import MisconceptionFigures, misconception_figures
from grader.classroom.items import Item, ItemKind, TestFigures, item_figures
from grader.documents import Json, MarkedSubmission
from grader.records import dataclass
from grader.results import Verdict

if TYPE_CHECKING:
    from grader.quiz.exam import ExamMark, ItemMark

MASTERED = 0.8  # share of an objective's points
# What a learner's own code did; untouched work and faults of ours are no failures that anyone shares.
FAILURES = (Verdict.FAILED, Verdict.RAISED, Verdict.TIMED_OUT, Verdict.OUT_OF_MEMORY, Verdict.CRASHED, Verdict.NOT_ALLOWED)


@dataclass(frozen=True, slots=True)
class Signature:
    """Learners whose work failed in the same way: the same checks, with the same outcome."""

    slug: str
    signature: str
    keys: tuple[str, ...]
    checks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ObjectiveFigures:
    """One objective over the class: the mean share of its points, over those who have a mark in it; and that of the exam's questions.

    `mastered` have at least MASTERED of the points, `below_half` less than half. Figures of the exam are None, and 0, without one.
    """

    id: str
    n: int
    mean: float | None
    mastered: int
    below_half: int
    exam_n: int
    exam_mean: float | None


@dataclass(frozen=True, slots=True)
class Understanding:
    """Everything `grader class stats` shows. `attempts`: how many learners handed in how often."""

    learners: int
    items: TestFigures
    misconceptions: tuple[MisconceptionFigures, ...]
    together: tuple[tuple[str, str, int], ...]
    signatures: tuple[Signature, ...]
    objectives: tuple[ObjectiveFigures, ...]
    questions: tuple[QuestionFigures, ...] = ()
    attempts: tuple[tuple[int, int], ...] = ()


def understanding(graded: GradedClass, exam: ClassExam | None = None) -> Understanding:
    """The figures of a class, with those of its exam where there was one."""
    learners = graded.learners
    sat = _sat(learners, exam)
    beliefs = _with_exam(misconception_figures(learners), sat)
    questions = question_figures(list(sat.values()), exam.alternatives) if exam is not None else ()
    attempts = Counter(each.attempt for each in learners if each.points is not None)
    return Understanding(
        len(learners),
        item_figures([*items_of(learners), *questions_of(learners, sat)]),
        beliefs,
        _together(beliefs),
        _signatures(learners),
        _objectives(learners, sat),
        questions,
        tuple(sorted(attempts.items())),
    )


def _sat(learners: Sequence[MarkedSubmission], exam: ClassExam | None) -> dict[str, ExamMark]:
    """The marks of those learners who sat the exam, and whose answers could be marked."""
    marks = exam.marks if exam is not None else {}
    found = {each.key: marks.get(each.key) for each in learners}
    return {key: mark for key, mark in found.items() if mark is not None and not mark.refused}


def questions_of(learners: Sequence[MarkedSubmission], sat: Mapping[str, ExamMark]) -> list[Item]:
    """Each question as an item worth one point; nan for who did not sit the exam, or got no such question."""
    objective = {item.question: item.objective for mark in sat.values() for item in mark.items}
    by_learner = {key: {item.question: item for item in mark.items} for key, mark in sat.items()}
    return [
        Item(name, 1.0, tuple(_score(by_learner.get(each.key, {}).get(name)) for each in learners), ItemKind.QUESTION, objective[name])
        for name in sorted(objective)
    ]


def _score(item: ItemMark | None) -> float | None:
    from grader.quiz.marking import Standing

    if item is None:
        return math.nan
    return None if item.standing is Standing.BLANK else float(item.score)


def _with_exam(beliefs: Sequence[MisconceptionFigures], sat: Mapping[str, ExamMark]) -> tuple[MisconceptionFigures, ...]:
    """Misconceptions of code and answers together, by how many learners showed them."""
    keys = {each.id: dict.fromkeys(each.keys) for each in beliefs}
    places = {each.id: dict.fromkeys(each.slugs) for each in beliefs}
    for key, mark in sat.items():
        for item in mark.items:
            for tag in item.misconceptions:
                id_ = tag.partition("/")[0]
                keys.setdefault(id_, {})[key] = None
                places.setdefault(id_, {})[item.question] = None
    ordered = sorted(keys, key=lambda id_: (-len(keys[id_]), id_))
    return tuple(MisconceptionFigures(id_, tuple(keys[id_]), tuple(places[id_])) for id_ in ordered)


def items_of(learners: Sequence[MarkedSubmission]) -> list[Item]:
    """Each exercise as an item. The automatic mark counts: a mark set by hand says something of the case, not of the exercise."""
    results = [marked.result for marked in learners[0].exercises] if learners else []
    columns = [tuple(_points(each, position) for each in learners) for position in range(len(results))]
    return [
        Item(result.slug, result.max_points, column, ItemKind.EXERCISE, result.objective)
        for result, column in zip(results, columns, strict=True)
    ]


def _points(learner: MarkedSubmission, position: int) -> float | None:
    marked = learner.exercises[position]
    if marked.override is None and open_points(marked) > 0:
        return math.nan
    return None if marked.points is None else marked.result.auto_points


def _together(beliefs: Sequence[MisconceptionFigures]) -> tuple[tuple[str, str, int], ...]:
    """Pairs of misconceptions that at least two learners show both of, most first."""
    pairs = [(one.id, two.id, len(set(one.keys) & set(two.keys))) for one, two in combinations(beliefs, 2)]
    return tuple(sorted((pair for pair in pairs if pair[2] > 1), key=lambda pair: (-pair[2], pair)))


def _signatures(learners: Sequence[MarkedSubmission]) -> tuple[Signature, ...]:
    """Failures that at least two learners share, most first."""
    keys: dict[tuple[str, str], list[str]] = {}
    checks: dict[tuple[str, str], tuple[str, ...]] = {}
    for learner in learners:
        for marked in learner.exercises:
            result = marked.result
            if result.failure_signature and result.verdict in FAILURES:
                place = (result.slug, result.failure_signature)
                keys.setdefault(place, []).append(learner.key)
                checks[place] = tuple(check.sentence for check in result.checks if check.category)
    found = [Signature(slug, signature, tuple(who), checks[slug, signature]) for (slug, signature), who in keys.items() if len(who) > 1]
    return tuple(sorted(found, key=lambda each: (-len(each.keys), each.slug, each.signature)))


def _objectives(learners: Sequence[MarkedSubmission], sat: Mapping[str, ExamMark]) -> tuple[ObjectiveFigures, ...]:
    ids = [row.id for row in learners[0].objectives] if learners else []
    ids += sorted({item.objective for mark in sat.values() for item in mark.items} - set(ids))
    by_objective = [mark.by_objective for mark in sat.values()]
    return tuple(_objective(id_, learners, [each[id_] for each in by_objective if id_ in each]) for id_ in ids)


def _objective(id_: str, learners: Sequence[MarkedSubmission], in_exam: Sequence[tuple[Fraction, int]]) -> ObjectiveFigures:
    rows = [row for learner in learners if learner.points is not None for row in learner.objectives if row.id == id_]
    shares = [row.points / judged for row in rows if (judged := row.max_points - row.open_points) > 0]
    return ObjectiveFigures(
        id_,
        len(shares),
        statistics.fmean(shares) if shares else None,
        sum(share >= MASTERED for share in shares),
        sum(share < 0.5 for share in shares),
        len(in_exam),
        statistics.fmean(float(points) / count for points, count in in_exam) if in_exam else None,
    )


def understanding_json(found: Understanding) -> Json:
    """The figures as plain data; what does not exist is null, never nan."""
    return {
        "learners": found.learners,
        "n": found.items.n,
        "left_out": found.items.left_out,
        "small": found.items.is_small,
        "alpha": found.items.alpha,
        "mean": found.items.mean,
        "sd": found.items.sd,
        "sem": found.items.sem,
        "items": [
            {
                "name": item.name,
                "kind": item.kind.value,
                "objective": item.objective,
                "n": item.n,
                "facility": item.facility,
                "omitted": item.omitted,
                "discrimination": item.discrimination,
                "interval": list(item.interval) if item.interval else None,
                "alpha_without": item.alpha_without,
                "flags": list(item.flags),
            }
            for item in found.items.items
        ],
        "misconceptions": [{"id": each.id, "learners": len(each.keys), "exercises": list(each.slugs)} for each in found.misconceptions],
        "together": [{"pair": [one, two], "learners": count} for one, two, count in found.together],
        "signatures": [
            {"exercise": each.slug, "signature": each.signature, "learners": list(each.keys), "checks": list(each.checks)}
            for each in found.signatures
        ],
        "objectives": [
            {
                "id": each.id,
                "n": each.n,
                "mean": each.mean,
                "mastered": each.mastered,
                "below_half": each.below_half,
                "exam_n": each.exam_n,
                "exam_mean": each.exam_mean,
            }
            for each in found.objectives
        ],
        "questions": [
            {
                "question": each.question,
                "n": each.n,
                "alternatives": [
                    {
                        "id": option.id,
                        "text": option.text,
                        "right": option.is_right,
                        "misconception": option.misconception or None,
                        "chosen": option.count,
                        "by_third": list(option.by_third) if option.by_third else None,
                    }
                    for option in each.alternatives
                ],
            }
            for each in found.questions
        ],
        "attempts": [{"attempts": attempts, "learners": learners} for attempts, learners in found.attempts],
    }
