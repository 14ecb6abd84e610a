"""The quiz, card and misconception parts of the rule of mastery, at their borders."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from grader.content.models import CardRule, MisconceptionRule, QuizRule
from grader.learner.evidence import Form, Graded, Recall, Source, card_part, insistent, misconception_part, quiz_part
from grader.learner.mastery import State

QUIZ = QuizRule(questions=8, needed=7, forms=2, parametric=3, spot_or_predict=1, explain=1, types=4)
CARDS = CardRule(share=0.9, sessions=2, durable_after_days=7, refresh_above=0.2)
BELIEFS = MisconceptionRule(window_events=10, successes=2, of_another_kind=1, correction_after=3)
DAY = date(2031, 3, 1)


def form(right: int, day: int, *questions: str, draw: int = 0) -> Form:
    return Form(right, 8, DAY + timedelta(days=day), frozenset((question, draw) for question in questions or ("a", "b")))


def test_two_forms_on_different_days_with_different_items_meet_the_quiz_part() -> None:
    assert quiz_part([form(7, 0, "a"), form(8, 1, "b")], QUIZ).state is State.MET


@pytest.mark.parametrize(
    "forms",
    [
        [form(7, 0, "a"), form(8, 0, "b")],  # one day
        [form(7, 0, "a"), form(8, 1, "a")],  # the same items
        [form(7, 0, "a"), form(6, 1, "b")],  # one not passed
        [form(8, 0, "a")],
    ],
)
def test_one_form_too_few_is_still_practice(forms: list[Form]) -> None:
    part = quiz_part(forms, QUIZ)

    assert (part.state, part.done) == (State.PRACTISING, 1)
    assert part.missing == ("1 level check with 7 of 8 right on another day",)


def test_fresh_numbers_make_a_question_another_item() -> None:
    assert quiz_part([form(7, 0, "a", draw=1), form(7, 1, "a", draw=2)], QUIZ).state is State.MET


def test_a_form_with_fewer_questions_does_not_count() -> None:
    assert quiz_part([Form(7, 7, DAY, frozenset())], QUIZ).done == 0


def recall(card: int, day: int, is_recalled: bool = True) -> Recall:
    return Recall(f"c{card}", is_recalled, DAY + timedelta(days=day))


CARD_IDS = [f"c{number}" for number in range(10)]


def test_nine_of_ten_cards_on_two_days_meet_the_card_part() -> None:
    two_days = [recall(card, day) for card in range(9) for day in (0, 1)]

    assert card_part(CARD_IDS, two_days, CARDS).state is State.MET
    assert card_part(CARD_IDS, two_days[:-1], CARDS).state is State.PRACTISING


def test_twice_on_one_day_is_one_session() -> None:
    assert card_part(CARD_IDS, [recall(card, 0) for card in range(10)] * 2, CARDS).done == 0


def test_a_third_session_a_week_later_makes_it_last() -> None:
    two_days = [recall(card, day) for card in range(9) for day in (0, 1)]

    assert card_part(CARD_IDS, two_days + [recall(card, 7) for card in range(9)], CARDS).state is State.MET
    assert card_part(CARD_IDS, two_days + [recall(card, 8) for card in range(9)], CARDS).state is State.DURABLE


def test_more_than_a_fifth_lost_again_asks_for_a_refresh() -> None:
    met = [recall(card, day) for card in range(10) for day in (0, 1)]

    assert card_part(CARD_IDS, met + [recall(card, 3, False) for card in range(2)], CARDS).state is State.MET
    assert card_part(CARD_IDS, met + [recall(card, 3, False) for card in range(3)], CARDS).state is State.REFRESH
    again = [recall(card, 4) for card in range(3)]
    assert card_part(CARD_IDS, met + [recall(card, 3, False) for card in range(3)] + again, CARDS).state is State.MET


def event(source: Source, item: str, success: bool, *shown: str, at: int = 0) -> Graded:
    return Graded(source, item, "O3", success, shown, f"2031-03-01T{at:02d}")


CARRIERS = {"tag": {(Source.CODE, "x"), (Source.CODE, "y"), (Source.QUIZ, "q"), (Source.CARD, "c")}}


def test_a_misconception_is_open_until_two_other_carriers_succeed_one_of_another_kind() -> None:
    fired = event(Source.CODE, "x", False, "tag")

    assert misconception_part([fired], CARRIERS, BELIEFS).missing == ("tag",)
    one = [fired, event(Source.QUIZ, "q", True)]
    assert misconception_part(one, CARRIERS, BELIEFS).state is State.PRACTISING
    assert misconception_part([*one, event(Source.CODE, "y", True)], CARRIERS, BELIEFS).state is State.MET


@pytest.mark.parametrize(
    "successes",
    [
        [event(Source.CODE, "x", True), event(Source.QUIZ, "q", True)],  # the item it showed in does not count
        [event(Source.CODE, "y", True), event(Source.CODE, "y", True)],  # twice the same, and no other kind
        [event(Source.QUIZ, "other", True), event(Source.CARD, "c", True)],  # one does not carry it
        [event(Source.QUIZ, "q", False), event(Source.CARD, "c", True)],
    ],
)
def test_what_does_not_clear_it(successes: list[Graded]) -> None:
    fired = event(Source.CODE, "x", False, "tag")

    assert misconception_part([fired, *successes], CARRIERS, BELIEFS).state is State.PRACTISING


def test_what_was_seen_before_the_window_is_forgotten() -> None:
    fired = event(Source.CODE, "x", False, "tag")

    assert misconception_part([fired] + [event(Source.QUIZ, "z", True)] * 10, CARRIERS, BELIEFS).state is State.MET


def test_a_misconception_that_keeps_firing_is_insistent() -> None:
    assert insistent([event(Source.CODE, "x", False, "tag")] * 3, BELIEFS) == ["tag"]
    assert insistent([event(Source.CODE, "x", False, "tag")] * 2, BELIEFS) == []
