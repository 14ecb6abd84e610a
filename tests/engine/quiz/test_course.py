"""A quiz from plan to review: interleaved, resumed at the same question with the same numbers, marked again after a mended key."""

from __future__ import annotations

import itertools
from copy import deepcopy
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from grader.errors import NothingToDo, UnknownName
from grader.quiz import course
from grader.quiz.bank import Bank
from grader.quiz.marking import Standing
from grader.quiz.plan import FormRule, Past, form, practice
from grader.quiz.stream import Stream
from grader.quiz.written import written_key
from grader.store.learner import LearnerStore
from grader.store.moment import moment
from grader.store.seen import SEEN
from tests.conftest import Opened
from tests.engine.quiz.made_up import EVERY_TYPE, NUMERIC, SINGLE, bank, item, label_of

NOW = moment(datetime(2026, 3, 1, 12, tzinfo=UTC))
RULE = FormRule()


@pytest.fixture
def store(tmp_path: Path, opened: Opened) -> LearnerStore:
    return opened(tmp_path)


def level() -> Bank:
    """Three objectives with one question of every type each."""
    return bank(
        *(
            {**deepcopy(data), "id": f"{objective.lower()}-{kind}", "objective": objective}
            for objective in ("O1", "O2", "O3")
            for kind, data in EVERY_TYPE.items()
        )
    )


def started(store: LearnerStore, *, kind: str = course.PRACTICE, count: int = 9, made: Bank | None = None) -> course.Course:
    made = made or level()
    return course.begin(made, store, list(made.objectives), NOW, kind=kind, count=count, rule=FormRule(8, 7, 1, 1, 0, 4))


def test_neighbours_come_from_different_objectives(store: LearnerStore) -> None:
    plan = [name.split("-")[0] for name, _ in started(store).quiz.plan]

    assert len(plan) == 9
    assert {plan.count(objective) for objective in plan} == {3}
    assert all(left != right for left, right in itertools.pairwise(plan))


def test_questions_that_give_each_other_away_never_meet() -> None:
    made = bank(
        item("short", "o1-a", accept=["x"], not_with=["o1-b"]),
        item("short", "o1-b", accept=["x"], not_with=["o1-a"]),
        item("short", "o1-c", accept=["x"]),
    )

    for seed in range(20):
        chosen = {question.id for question in practice(made.questions.values(), {}, ["O1"], 3, Stream(b"s", str(seed)))}
        assert len(chosen & {"o1-a", "o1-b"}) == 1


def test_what_is_new_or_went_wrong_comes_before_what_went_right() -> None:
    made = bank(*(item("short", f"o1-{name}", accept=["x"]) for name in "abc"))
    past = {"o1-a": Past(1, True, "2026-01-01"), "o1-b": Past(1, False, "2026-02-01")}

    assert [question.id for question in practice(made.questions.values(), past, ["O1"], 3, Stream(b"s"))] == ["o1-c", "o1-b", "o1-a"]


def test_a_form_holds_the_mix_that_the_rule_asks_for() -> None:
    made = level()
    rule = FormRule(questions=6, needed=5, parametric=1, spot_or_predict=1, explain=0, types=5)

    for seed in range(20):
        chosen = form(made.questions.values(), {}, "O2", rule, Stream(b"s", str(seed)))
        assert len(chosen) == 6
        assert sum(question.is_parametric for question in chosen) >= 1
        assert any(question.kind == "output" for question in chosen)
        assert len({question.kind for question in chosen}) >= 5
        assert all(question.kind != "free" for question in chosen)


def test_a_form_that_cannot_be_filled_is_refused_with_a_sentence() -> None:
    with pytest.raises(NothingToDo, match="too few questions"):
        form(bank(SINGLE).questions.values(), {}, "O1", RULE, Stream(b"s"))


def test_a_broken_off_quiz_goes_on_at_the_same_question_with_the_same_numbers(store: LearnerStore, tmp_path: Path, opened: Opened) -> None:
    sitting = started(store)
    first = sitting.current()
    assert first is not None
    sitting.answer(first, written_key(first.drawn), 2, 1000, NOW)
    second = sitting.current()

    resumed = course.unfinished(level(), opened(tmp_path))

    assert resumed is not None
    assert resumed.current() == second
    assert second is not None
    assert second.position == 1


def test_a_second_try_has_fresh_numbers_and_is_the_last(store: LearnerStore, tmp_path: Path, opened: Opened) -> None:
    sitting = course.one(bank(NUMERIC), store, "q", NOW)
    first = sitting.current()
    assert first is not None
    outcome = sitting.answer(first, "999", 1, 0, NOW)
    assert not outcome.is_last

    second = sitting.current()
    again = course.Course(bank(NUMERIC), opened(tmp_path), sitting.quiz).current()

    assert second is not None
    assert second.attempt == 2
    assert second.variant != first.variant
    assert again == second
    assert sitting.answer(second, "999", 1, 0, NOW).is_last
    assert sitting.current() is None


def test_a_new_quiz_draws_numbers_that_were_not_seen(store: LearnerStore) -> None:
    made = bank(NUMERIC)
    variants = []
    for _ in range(3):
        asked = course.one(made, store, "q", NOW).current()
        assert asked is not None
        variants.append(asked.variant)

    assert variants == [1, 2, 3]


def test_what_cannot_be_read_is_not_kept(store: LearnerStore) -> None:
    sitting = course.one(bank(NUMERIC), store, "q", NOW)
    asked = sitting.current()
    assert asked is not None

    assert sitting.read(asked, "about three").standing is Standing.UNREADABLE
    assert store.answers() == []
    assert sitting.current() == asked


def test_a_confident_error_brings_its_misconception_forward_and_a_guess_does_not(store: LearnerStore) -> None:
    for confidence, expected in ((1, []), (2, []), (3, ["apples-fly"])):
        sitting = course.one(bank(SINGLE), store, "q", NOW)
        asked = sitting.current()
        assert asked is not None
        outcome = sitting.answer(asked, label_of(asked.drawn, "five"), confidence, 0, NOW)
        assert list(outcome.brought_forward) == expected
    assert [event.subject for event in store.events(SEEN)] == ["apples-fly"]


def test_a_skipped_question_is_not_wrong_and_not_asked_again(store: LearnerStore) -> None:
    sitting = course.one(bank(SINGLE), store, "q", NOW)
    asked = sitting.current()
    assert asked is not None
    sitting.skip(asked, NOW)

    result = course.results(bank(SINGLE), store.answers())

    assert sitting.current() is None
    assert [(found.points, found.of, found.skipped) for found in result] == [(0, 0, 1)]


def test_results_are_first_tries_per_objective_in_exact_fractions(store: LearnerStore) -> None:
    sitting = started(store, count=30)
    while (asked := sitting.current()) is not None:
        kind = asked.drawn.question.kind
        raw = written_key(asked.drawn)
        if asked.drawn.question.objective == "O1" and kind == "hotspot" and asked.attempt == 1:
            raw = "r1c2 r1c3"
        sitting.answer(asked, raw, 2, 0, NOW)

    result = {found.objective: (found.points, found.of, found.right_later) for found in course.results(sitting.bank, sitting.answers)}

    assert result["O1"] == (Fraction(26, 3), 9, 1)
    assert result["O2"] == (9, 9, 0)


def test_a_level_check_is_one_try_and_all_or_nothing(store: LearnerStore) -> None:
    made = bank(*({**deepcopy(EVERY_TYPE["multi"]), "id": f"o1-m{n}", "prompt": f"{n}?"} for n in range(8)))
    sitting = course.begin(made, store, ["O1"], NOW, kind=course.CHECK, count=0, rule=FormRule(8, 7, 0, 0, 0, 1))
    while (asked := sitting.current()) is not None:
        one = label_of(asked.drawn, "two")
        outcome = sitting.answer(asked, one if asked.position else written_key(asked.drawn), None, 0, NOW)
        assert outcome.is_last

    assert course.check_form_results(made, sitting.quiz, sitting.answers) == [("O1", 1, 8)]
    assert [answer.score for answer in sitting.answers] == ["1"] + ["0"] * 7


def test_answers_are_marked_again_by_a_mended_key(store: LearnerStore) -> None:
    sitting = course.one(bank(SINGLE), store, "q", NOW)
    asked = sitting.current()
    assert asked is not None
    sitting.answer(asked, label_of(asked.drawn, "five"), 1, 0, NOW)
    mended = deepcopy(SINGLE)
    mended["options"][0].pop("correct")
    mended["options"][0]["misconception"] = "slip-count"
    mended["options"][1] = {"id": "b", "text": "five", "correct": True}

    again = course.mark_again(bank(mended), store.answers()[0])

    assert store.answers()[0].score == "0"
    assert again is not None
    assert again.score == 1


def test_objectives_are_named_in_any_case_and_the_nearest_is_offered() -> None:
    made = level()

    assert course.objectives_named(made, ["o2", "O1"]) == ["O2", "O1"]
    assert course.objectives_named(made, []) == ["O1", "O2", "O3"]
    with pytest.raises(UnknownName):
        course.objectives_named(made, ["O9"])


def test_a_question_answered_in_another_window_is_not_answered_twice(store: LearnerStore) -> None:
    here = started(store)
    there = course.Course(here.bank, store, here.quiz)
    asked, also = here.current(), there.current()
    assert asked is not None and also is not None

    assert here.answer(asked, written_key(asked.drawn), 2, 900, NOW) is not None
    assert there.answer(also, written_key(also.drawn), 2, 900, NOW) is None
    assert there.skip(also, NOW) is False
    following = there.current()
    assert following is not None and following.position == 1
    assert len(store.answers(here.quiz.id)) == 1


def test_an_answer_looked_back_at_shows_as_much_as_it_did_then(store: LearnerStore) -> None:
    quiz = started(store, made=bank({**deepcopy(SINGLE), "id": "s", "objective": "O1"}), count=1)
    outcomes = []
    for _ in range(2):
        asked = quiz.current()
        assert asked is not None
        outcomes.append(
            quiz.answer(asked, next(option.label for option in asked.drawn.key.options if not option.correct), course.SURE, 900, NOW)
        )
    found = [quiz.answered(0, attempt) for attempt in (1, 2)]

    assert [each.outcome if each else None for each in found] == outcomes
    assert [each.outcome.is_last for each in found if each] == [False, True]
    assert quiz.answered(0, 3) is None and quiz.answered(1, 1) is None
