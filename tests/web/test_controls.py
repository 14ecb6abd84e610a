"""What comes out of the controls of a form is what would be typed: for every question of the level, and for forms nobody sends by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.content.tree import find_root
from grader.quiz.bank import load_bank
from grader.quiz.marking import Standing, mark
from grader.quiz.model import Kind, Question
from grader.quiz.variants import draw
from grader.web.controls import WORDED, answer_of, problem_of, spelled
from tests.web.answers import right_fields, wrong_fields

QUESTIONS = load_bank(find_root().quizzes).questions
OF_EACH_KIND = list({question.kind: question for question in QUESTIONS.values()}.values())
SECRET = b"s" * 32


def test_there_is_a_question_of_each_kind() -> None:
    assert {question.kind for question in OF_EACH_KIND} == set(Kind)


@pytest.mark.parametrize("variant", [1, 2])
@pytest.mark.parametrize("question", QUESTIONS.values(), ids=lambda each: each.id)
def test_the_right_answer_can_be_given_and_a_wrong_one_is_wrong(question: Question, variant: int) -> None:
    drawn = draw(question, SECRET, "me", variant)
    if question.kind is Kind.FREE:
        assert answer_of(drawn.shown, {"answer": ["in my\r\nwords"]}) == "in my\nwords"
        return

    assert mark(drawn, answer_of(drawn.shown, right_fields(drawn))).standing is Standing.RIGHT
    assert mark(drawn, answer_of(drawn.shown, wrong_fields(drawn))).standing in (Standing.WRONG, Standing.PARTLY)


@pytest.mark.parametrize("question", OF_EACH_KIND, ids=lambda each: each.kind)
def test_an_empty_form_is_no_answer_and_is_told_what_to_do(question: Question) -> None:
    drawn = draw(question, SECRET, "me", 1)
    empty = {name: [""] for name in right_fields(drawn)}

    for fields in ({}, empty):
        marked = mark(drawn, answer_of(drawn.shown, fields))
        assert not marked.standing.is_final
        assert problem_of(drawn.shown, fields, marked.notes).endswith((".", "/3."))


def test_two_in_one_place_is_unreadable_and_not_wrong() -> None:
    question = next(each for each in OF_EACH_KIND if each.kind is Kind.ORDER)
    drawn = draw(question, SECRET, "me", 1)
    twice = {name: ["1"] for name in right_fields(drawn)}

    assert mark(drawn, answer_of(drawn.shown, twice)).standing is Standing.UNREADABLE


def test_a_cell_left_out_is_unreadable_and_does_not_shift_the_others() -> None:
    question = next(each for each in QUESTIONS.values() if each.kind is Kind.MATRIX and not draw(each, SECRET, "me", 1).shown.is_shape)
    drawn = draw(question, SECRET, "me", 1)
    fields = {name: ([""] if name == "cell_0_0" else values) for name, values in right_fields(drawn).items()}

    assert mark(drawn, answer_of(drawn.shown, fields)).standing is Standing.UNREADABLE


names = st.sampled_from(["answer", "to_1", "to_2", "place_a", "place_b", "cell_0_0", "cell_1_1", "other"])


@given(question=st.sampled_from(OF_EACH_KIND), fields=st.dictionaries(names, st.lists(st.text(max_size=30), max_size=3)))
def test_no_form_breaks_the_marker(question: Question, fields: dict[str, list[str]]) -> None:
    drawn = draw(question, SECRET, "me", 1)

    marked = mark(drawn, answer_of(drawn.shown, fields))
    assert marked.standing in set(Standing)


@pytest.mark.parametrize("question", OF_EACH_KIND, ids=lambda each: each.kind)
def test_an_answer_is_told_in_words_where_letters_stand_for_texts(question: Question) -> None:
    drawn = draw(question, SECRET, "me", 1)
    raw = answer_of(drawn.shown, right_fields(drawn))
    said = spelled(drawn.shown, raw)

    if question.kind in WORDED:
        assert all(any(part in drawn.shown.texts for part in text.split(" – ")) for text in said)
    else:
        assert said == (raw,)
    assert spelled(drawn.shown, "<no answer of a form>") == ("<no answer of a form>",)
