"""Exercises and exam questions in one table: its figures by their definitions, who counts where, what was chosen and by whom."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path

import pytest

from grader.classroom.alternatives import question_figures
from grader.classroom.examkept import Alternative, ClassExam, class_exam, exam_of, keep_exam
from grader.classroom.understanding import Understanding, understanding, understanding_json
from grader.content.models import Level
from grader.quiz.exam import Exam, ExamMark, ItemMark, mark_answers, read_key, release_form
from grader.quiz.exam import key_document as document_of
from grader.quiz.marking import Standing
from grader.results import Verdict
from grader.store.classes import ClassStore
from tests.engine.classroom import made_up

P, F, R = Verdict.PASSED, Verdict.FAILED, Verdict.RAISED
SHARE = {P: 1.0, F: 0.5, R: 0.0}
CODE = [P, P, F, F, R, P, R, F, P, R]
ANSWERS = ["11", "10", "11", "01", "00", "11", "00", "10", "11", "0-"]
ALTERNATIVES = (Alternative("a", "rows", True, ""), Alternative("b", "columns", False, "softmax-wrong-axis/say"))


def item(question: str, sign: str) -> ItemMark:
    standing = {"1": Standing.RIGHT, "0": Standing.WRONG, "-": Standing.BLANK}[sign]
    tags = ("softmax-wrong-axis/say",) if sign == "0" else ()
    chosen = {"1": ("a",), "0": ("b",), "-": ()}[sign]
    return ItemMark(question, "O3", standing, Fraction(int(sign == "1")), tags, "", "", "", chosen)


def exam(answers: dict[str, str]) -> ClassExam:
    marks = {
        key: ExamMark(key, "f", tuple(item(f"o3-q0{at}", sign) for at, sign in enumerate(signs))) if signs else None
        for key, signs in answers.items()
    }
    return ClassExam("test", marks, {"o3-q00": ALTERNATIVES}, {"o3-q00": "What does `softmax` add up to, for {{n}} keys?"})


def found(level: Level, more: dict[str, dict[str, tuple[Verdict, str]]] | None = None) -> Understanding:
    work = {f"s{number}": {"softmax-rows": (verdict, "")} for number, verdict in enumerate(CODE)}
    answers = {f"s{number}": signs for number, signs in enumerate(ANSWERS)}
    return understanding(made_up.graded(level, {**work, **(more or {})}, points={}), exam(answers))


def correlation(xs: list[float], ys: list[float]) -> float:
    n, sx, sy = len(xs), sum(xs), sum(ys)
    over = n * sum(x * y for x, y in zip(xs, ys, strict=True)) - sx * sy
    return over / sqrt((n * sum(x * x for x in xs) - sx**2) * (n * sum(y * y for y in ys) - sy**2))


def test_code_and_questions_are_columns_of_one_table_with_figures_by_their_definitions(level: Level) -> None:
    worth = level.exercise("softmax-rows").points
    code = [SHARE[verdict] * worth for verdict in CODE]
    questions = [[float(signs[at] == "1") for signs in ANSWERS] for at in (0, 1)]
    items = {each.name: each for each in found(level).items.items}
    totals = [sum(row) for row in zip(code, *questions, strict=True)]
    columns = {"softmax-rows": code, "o3-q00": questions[0], "o3-q01": questions[1]}

    assert {name: items[name].kind.value for name in columns} == {"softmax-rows": "exercise", "o3-q00": "question", "o3-q01": "question"}
    for name, column in columns.items():
        rest = [total - own for total, own in zip(totals, column, strict=True)]
        assert items[name].discrimination == pytest.approx(correlation(column, rest), abs=1e-6)
        assert items[name].n == 10 and items[name].objective == "O3"
    assert items["o3-q01"].facility == pytest.approx(0.5, abs=1e-6)
    assert items["o3-q01"].omitted == pytest.approx(0.1, abs=1e-6)


def test_who_did_not_sit_the_exam_counts_in_no_figure_of_its_questions(level: Level) -> None:
    without, with_ = found(level), found(level, {"absent": {"softmax-rows": (P, "")}, "nobody": {}})
    questions = [[each for each in one.items.items if each.kind == "question"] for one in (without, with_)]

    assert questions[0] == questions[1]
    assert (with_.items.n, with_.items.left_out) == (10, 1)
    assert next(each for each in with_.items.items if each.name == "softmax-rows").n == 11


def test_misconceptions_of_code_and_answers_are_counted_by_learner_once(level: Level) -> None:
    belief = found(level, {"t": {"softmax-rows": (F, "softmax-wrong-axis")}}).misconceptions[0]

    assert belief.id == "softmax-wrong-axis"
    assert set(belief.keys) == {"t", *(f"s{number}" for number, signs in enumerate(ANSWERS) if "0" in signs)}
    assert belief.slugs == ("softmax-rows", "o3-q01", "o3-q00")


def test_an_objective_has_figures_of_its_code_and_of_its_questions(level: Level) -> None:
    row = next(each for each in found(level).objectives if each.id == "O3")

    assert (row.exam_n, row.exam_mean) == (10, pytest.approx(sum(signs.count("1") for signs in ANSWERS) / 20))
    assert row.n == 10 and row.mastered + row.below_half <= 10


def test_thirds_are_given_from_thirty_learners_on_and_counts_always() -> None:
    few = exam({f"s{number:02}": "11" if number % 3 else "00" for number in range(29)})
    many = exam({f"s{number:02}": "11" if number % 3 else "00" for number in range(30)})
    small = question_figures([mark for mark in few.marks.values() if mark], few.alternatives)[0]
    large = question_figures([mark for mark in many.marks.values() if mark], many.alternatives)[0]

    assert [(each.id, each.count, each.by_third) for each in small.alternatives] == [("a", 19, None), ("b", 10, None)]
    assert [(each.id, each.count, each.by_third) for each in large.alternatives] == [("a", 20, (0, 1, 1)), ("b", 10, (1, 0, 0))]


def test_an_alternative_is_the_same_whatever_letter_a_form_gave_it() -> None:
    options = [
        {"id": "a", "text": "rows", "correct": True},
        {"id": "b", "text": "columns", "misconception": "softmax-wrong-axis", "feedback": "No."},
        {"id": "c", "text": "both", "misconception": "softmax-wrong-axis", "feedback": "No."},
    ]
    question = {"id": "q-x", "type": "single", "level": "recall", "difficulty": 1, "prompt": "Softmax of?", "options": options}
    question |= {"explanation": "Rows."}
    made = Exam("t", {"q-x": ("O3", question)}, False, (), "0")
    learners = [f"l{number}" for number in range(12)]
    forms = [release_form(made, learner, b"secret") for learner in learners]
    key = read_key(document_of(made, [each for _, each in forms], b"secret"))
    marks, letters = {}, set()
    for form, _ in forms:
        shown = form["items"][0]
        letter = dict(zip(shown["texts"], shown["labels"], strict=True))["columns"]
        letters.add(letter)
        answers = {"format": "grader/exam-answers/1", "exam": "t", "learner": form["learner"], "form": form["form"]}
        marks[form["learner"]] = mark_answers(key, {**answers, "answers": {shown["id"]: letter}})
    kept = class_exam(made, marks)
    counts = {each.text: each.count for each in question_figures(list(marks.values()), kept.alternatives)[0].alternatives}

    assert len(letters) > 1
    assert counts == {"rows": 0, "columns": 12, "both": 0}


def test_a_store_gives_back_the_exam_it_kept(tmp_path: Path) -> None:
    made = exam({"s1": "1-", "s2": "", "s3": "00"})
    made = replace(made, marks={**made.marks, "s4": ExamMark("s4", "", refused="Not its form.")})
    with ClassStore(tmp_path) as store:
        assert exam_of(store) is None
        keep_exam(store, made)
        kept = exam_of(store)

    assert kept == made


def test_untouched_work_is_no_failure_that_learners_share(level: Level) -> None:
    work = {"a": {"softmax-rows": (Verdict.TODO, "")}, "b": {"softmax-rows": (Verdict.TODO, "")}, "c": {"softmax-rows": (F, "")}}
    made = made_up.graded(level, {**work, "d": {"softmax-rows": (F, "")}})
    signed = tuple(
        replace(
            each, exercises=tuple(replace(m, result=replace(m.result, failure_signature=m.result.verdict.value)) for m in each.exercises)
        )
        for each in made.submissions
    )
    shared = understanding(replace(made, submissions=signed)).signatures

    assert [(each.slug, each.keys) for each in shared] == [("softmax-rows", ("c", "d"))]


def test_the_figures_as_json_have_no_nan(level: Level) -> None:
    text = json.dumps(understanding_json(found(level, {"nobody": {}})), allow_nan=False)

    assert json.loads(text)["questions"][0]["alternatives"][1]["misconception"] == "softmax-wrong-axis/say"
