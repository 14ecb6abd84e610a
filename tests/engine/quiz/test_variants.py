"""Variants: the same for ever, apart from their wrong answers, and with nothing in their order that gives the answer away."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from grader.quiz.apart import tells_apart
from grader.quiz.course import dump_choice, load_choice
from grader.quiz.decode import decode_question
from grader.quiz.draws import draw_values
from grader.quiz.stream import Stream
from grader.quiz.variants import NoVariant, draw, realise
from tests.engine.quiz.made_up import EVERY_TYPE, MATRIX, NUMERIC, SECRET, SINGLE, drawn, item

ROOT = Path(__file__).parents[3]


def test_a_variant_is_the_same_in_another_process() -> None:
    code = (
        "from tests.engine.quiz.made_up import *\n"
        "import json\n"
        "print(json.dumps([drawn(data, learner='amira', attempt=n).shown.prompt for n in (1, 2, 3) for data in EVERY_TYPE.values()]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)

    here = [drawn(data, learner="amira", attempt=n).shown.prompt for n in (1, 2, 3) for data in EVERY_TYPE.values()]
    assert json.loads(done.stdout) == here


def test_draws_are_pinned_for_ever() -> None:
    assert [drawn(NUMERIC, attempt=n).shown.prompt for n in (1, 2, 3)] == PINNED


PINNED = ["What is 2 / 6?", "What is 8 / 5?", "What is 8 / 2?"]


def test_the_right_option_stands_in_every_place_equally_often() -> None:
    places = Counter(
        next(option.label for option in drawn(SINGLE, learner=f"learner {number}").key.options if option.correct)  # type: ignore[union-attr]  # a single has options
        for number in range(3000)
    )

    assert set(places) == {"a", "b", "c"}
    assert all(900 < count < 1100 for count in places.values())


def test_learners_and_attempts_get_different_numbers() -> None:
    prompts = {drawn(NUMERIC, learner=learner, attempt=attempt).shown.prompt for learner in "abcdefgh" for attempt in (1, 2, 3)}

    assert len(prompts) > 12


def test_a_draw_in_which_a_wrong_rule_is_right_is_drawn_again() -> None:
    question = decode_question(NUMERIC, "O1")

    assert not tells_apart(question.key, {"a": 3, "b": 3})  # a / b is b / a
    assert tells_apart(question.key, {"a": 3, "b": 5})
    for number in range(300):
        values = draw_values(question, Stream(b"s", str(number)))
        assert values is None or values["a"] != values["b"]


def test_wrong_values_of_different_misconceptions_are_kept_apart_and_equal_ones_of_one_are_fine() -> None:
    base = item("numeric", answer="5", tolerance={"abs": 0.1})
    two = [{"answer": "7", "misconception": "apples-fly"}, {"answer": "7.15", "misconception": "slip-count"}]
    same = [{"answer": "7", "misconception": "apples-fly"}, {"answer": "7.15", "misconception": "apples-fly"}]

    assert not tells_apart(decode_question({**base, "wrong": two}, "O1").key, {})
    assert tells_apart(decode_question({**base, "wrong": same}, "O1").key, {})


def test_a_question_that_cannot_be_drawn_is_our_fault_and_says_so() -> None:
    question = decode_question(item("numeric", params={"a": {"int": [1, 3]}}, require=["a > 3"], answer="a"), "O1")

    with pytest.raises(NoVariant, match="keeps the known wrong answers apart"):
        draw(question, SECRET, "me", 1)


@pytest.mark.parametrize("kind", EVERY_TYPE)
def test_a_stored_choice_gives_the_same_question_again(kind: str) -> None:
    one = drawn(EVERY_TYPE[kind], learner="amira", attempt=3)

    again = realise(one.question, load_choice(dump_choice(one.choice)))

    assert again == one


@pytest.mark.parametrize(
    ("rule", "allowed"),
    [
        ({"choice": [1, 2.5, "x"]}, {"1", "2.5", "x"}),
        ({"int": [3, 5]}, {"3", "4", "5"}),
        ({"ints": [0, 1], "count": 2}, {f"[{a}, {b}]" for a in (0, 1) for b in (0, 1)}),
        ({"sample": [1, 2, 3], "count": 2}, {f"[{a}, {b}]" for a in (1, 2, 3) for b in (1, 2, 3) if a != b}),
        ({"shuffle": "range(2)"}, {"[0, 1]", "[1, 0]"}),
        ({"table": [7, 7], "count": "[2, 1]"}, {"[[7], [7]]"}),
        ({"derive": "2 ** 5"}, {"32"}),
    ],
)
def test_every_rule_of_drawing_draws_what_it_says_and_all_of_it(rule: dict[str, object], allowed: set[str]) -> None:
    data = item("short", params={"x": rule}, prompt="{{x}}", accept=["yes"])

    assert {drawn(data, attempt=number).shown.prompt for number in range(1, 200)} == allowed


def test_only_names_in_double_braces_are_filled_in() -> None:
    data = item("short", params={"x": {"choice": ["{{y}}"]}}, prompt="{x} {{x}} {{ x }} {{{x}}}", accept=["a"])

    assert drawn(data).shown.prompt == "{x} {{y}} {{y}} {{{y}}}"


def test_a_table_that_counts_as_a_whole_says_so_in_words_of_tables() -> None:
    assert drawn({**MATRIX, "scoring": "all-or-nothing"}).shown.rule == "Every number has to be right; anything else is 0."
