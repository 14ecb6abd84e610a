"""Marking, type by type, then what holds for all of them: blank, everything ticked, boundaries, hostile texts."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.quiz.drawn import Drawn, Number
from grader.quiz.marking import MAX_CHARS, Marked, Standing, mark
from grader.quiz.written import written_key
from tests.engine.quiz.made_up import (
    EVERY_TYPE,
    HOTSPOT,
    MATCH,
    MATRIX,
    MULTI,
    NUMERIC,
    ORDER,
    OUTPUT,
    SHORT,
    SINGLE,
    drawn,
    item,
    label_of,
)


def marked(one: Drawn, raw: str) -> tuple[Standing, Fraction | None, tuple[str, ...]]:
    found = mark(one, raw, ["query", "softmin"])
    return found.standing, found.score, found.misconceptions


RIGHT = (Standing.RIGHT, Fraction(1), ())
WRONG = (Standing.WRONG, Fraction(0), ())


def shows(*tags: str) -> tuple[Standing, Fraction, tuple[str, ...]]:
    return (Standing.WRONG, Fraction(0), tags)


# ---------------------------------------------------------------- what holds for every type


@pytest.mark.parametrize("kind", EVERY_TYPE)
@pytest.mark.parametrize("raw", ["", "   ", "\n\t\n", "\u00a0\u2003"])
def test_a_blank_is_not_wrong(kind: str, raw: str) -> None:
    assert mark(drawn(EVERY_TYPE[kind]), raw).standing is Standing.BLANK


@pytest.mark.parametrize("kind", EVERY_TYPE)
@pytest.mark.parametrize("attempt", range(1, 8))
def test_the_key_is_right_in_every_draw(kind: str, attempt: int) -> None:
    one = drawn(EVERY_TYPE[kind], attempt=attempt)

    assert mark(one, written_key(one)).standing is Standing.RIGHT


SIGNS = "abcdr123 c,;:.-=()[]{}\n\t×/%½−'\"\\\u202e\u0000\U0001f600<>&$éß٣eE^*_x"
NASTY = (
    *("1/0", "0/0", "1e999999999", "-1e-999999999", "9" * 400, "nan", "inf", "0x1f", "1_000", "1,234", "²", "½½", "٣", "%s%n", "{{a}}"),
    *("\ud800", "\u202e", "\ufdfa", "e\u0301" * 9, "\x1b[2J", "'; drop table answers; --", "<script>", "__import__('os')", "(" * 300),
    *(
        "[" * 300,
        "]]",
        ",,,,",
        "r0c0",
        "r99999999999999999999c1",
        "row col",
        "-a",
        "a-",
        "a=a=a",
        "\r",
        "\x85",
        "\ufeff",
        "=1+1",
        "..",
        "--",
    ),
)


def hostile(chance: random.Random, right: str) -> str:
    """Noise, or the right answer with something done to it: what is nearly right reaches deeper."""
    if chance.random() < 0.3:
        return "".join(chance.choices(SIGNS, k=chance.randint(0, 24)))
    text = right
    for _ in range(chance.randint(1, 3)):
        at = chance.randint(0, len(text))
        to = min(len(text), at + chance.randint(0, 3))
        text = text[:at] + chance.choice(("", chance.choice(SIGNS), chance.choice(NASTY), text[at:to] * 2, text[at:to][::-1])) + text[to:]
    return text


@pytest.mark.parametrize("kind", EVERY_TYPE)
def test_ten_thousand_hostile_texts_are_marked_and_never_raise(kind: str) -> None:
    chance = random.Random(kind)
    one = drawn(EVERY_TYPE[kind])
    right = written_key(one)

    for _ in range(10_000):
        raw = hostile(chance, right)
        found = mark(one, raw, ["query", "softmin"])
        assert isinstance(found, Marked)
        assert found.score is None or 0 <= found.score <= 1, raw
        assert found.standing.is_final or found.score is None, raw
        is_visible = any(char.isprintable() and not char.isspace() for char in raw)
        assert (found.standing is Standing.BLANK) == (not is_visible), raw
        assert kind == "free" or (found.standing is Standing.RIGHT) == (found.score == 1), raw


@given(st.text(max_size=40), st.sampled_from(sorted(EVERY_TYPE)))
def test_any_text_at_all_is_marked(raw: str, kind: str) -> None:
    assert isinstance(mark(drawn(EVERY_TYPE[kind]), raw), Marked)


@pytest.mark.parametrize("kind", EVERY_TYPE)
def test_an_endless_answer_is_refused_at_once(kind: str) -> None:
    assert mark(drawn(EVERY_TYPE[kind]), "9" * (MAX_CHARS + 1)).standing is Standing.UNREADABLE


@pytest.mark.parametrize("kind", sorted(set(EVERY_TYPE) - {"free", "short", "output"}))
def test_what_cannot_be_read_costs_no_attempt_and_says_why(kind: str) -> None:
    found = mark(drawn(EVERY_TYPE[kind]), "what?!")

    assert found.standing is Standing.UNREADABLE
    assert not found.standing.is_final
    assert found.notes[0]


# ---------------------------------------------------------------- single and multi


def test_a_choice_shows_its_misconception_and_feedback() -> None:
    one = drawn(SINGLE)

    assert marked(one, label_of(one, "four")) == RIGHT
    assert marked(one, label_of(one, "five").upper() + ")") == shows("apples-fly")
    assert mark(one, label_of(one, "five")).notes == ("One too many.",)
    assert mark(one, "a b").standing is Standing.UNREADABLE


def test_an_option_may_be_typed_out() -> None:
    one = drawn(SINGLE)

    assert {marked(one, text) for text in ("four", " Four. ")} == {RIGHT}
    assert marked(one, "five") == shows("apples-fly")
    assert mark(one, "seven").standing is Standing.UNREADABLE


@pytest.mark.parametrize(
    ("scoring", "ticked", "score"),
    [
        ("net-correct", ("two", "three"), 1),
        ("net-correct", ("two",), Fraction(1, 2)),
        ("net-correct", ("two", "four"), 0),
        ("net-correct", ("two", "three", "four"), Fraction(1, 2)),
        ("net-correct", ("two", "three", "four", "six"), 0),
        ("all-or-nothing", ("two", "three"), 1),
        ("all-or-nothing", ("two",), 0),
        ("each-decision", ("two",), Fraction(3, 4)),
        ("each-decision", ("two", "three", "four", "six"), Fraction(1, 2)),
    ],
)
def test_ticks_score_by_the_rule_that_was_shown(scoring: str, ticked: tuple[str, ...], score: object) -> None:
    one = drawn({**MULTI, "scoring": scoring})

    found = mark(one, " ".join(label_of(one, text) for text in ticked))

    assert found.score == score
    assert one.shown.rule


def test_order_and_separators_of_ticks_do_not_matter() -> None:
    one = drawn(MULTI)
    first, second = label_of(one, "two"), label_of(one, "three")

    assert {marked(one, text) for text in (f"{first}{second}", f"{second}, {first}", f"{first};{second}", f"({second}) ({first})")} == {
        RIGHT
    }
    assert mark(one, f"{first} {first}").standing is Standing.UNREADABLE


def test_a_bug_shows_the_misconception_of_the_bug_whatever_line_is_chosen() -> None:
    options = [
        {"id": f"l{n}", "text": f"line {n}", **({"correct": True} if n == 2 else {"misconception": "slip-reading"})} for n in (1, 2, 3)
    ]
    one = drawn(item("single", level="bug", code="a\nb\nc", misconception="apples-fly", options=options))

    assert one.shown.texts == ("line 1", "line 2", "line 3")
    assert marked(one, "b") == RIGHT
    assert marked(one, "a") == shows("apples-fly")
    assert {marked(one, text) for text in ("2", "line 2", "Line 2.")} == {RIGHT}
    assert mark(one, "4").standing is Standing.UNREADABLE


# ---------------------------------------------------------------- numbers


def numeric(**fields: object) -> Drawn:
    return drawn(item("numeric", **fields))


def test_the_edge_of_the_tolerance_is_inside() -> None:
    one = numeric(answer="1.414", tolerance={"abs": 0.001})

    assert [marked(one, text)[0] for text in ("1.415", "1.413", "1.4151", "1.4129")] == [Standing.RIGHT] * 2 + [Standing.WRONG] * 2


def test_a_relative_tolerance_grows_with_the_answer() -> None:
    one = numeric(answer="1000", tolerance={"abs": 0.5, "rel": 0.01})

    assert marked(one, "1010") == RIGHT
    assert marked(one, "1010.01") == WRONG


@pytest.mark.parametrize("raw", ["0.75", "0,75", "3/4", "¾", "75 %", "7.5·10⁻¹", "０.７５", "+.75"])
def test_every_way_to_write_the_number_is_the_number(raw: str) -> None:
    assert marked(numeric(answer="3 / 4"), raw) == RIGHT


def test_a_known_wrong_value_shows_its_misconception_with_its_own_numbers() -> None:
    one = drawn(NUMERIC)
    a, b = one.choice.values["a"], one.choice.values["b"]

    assert marked(one, f"{b}/{a}") == shows("apples-fly")
    assert mark(one, f"{a * b}").notes == (f"{a} times.",)  # type: ignore[operator]  # both are int here


def test_sign_and_power_of_ten_are_told() -> None:
    one = numeric(answer="25")

    assert "sign" in mark(one, "-25").notes[0]
    assert "Ten times" in mark(one, "250").notes[0]
    assert mark(one, "26").notes == ()


def test_a_wrong_value_that_does_not_apply_is_left_out() -> None:
    one = numeric(answer="5", wrong=[{"answer": "0", "misconception": "apples-fly", "when": "1 > 2"}])

    assert marked(one, "0") == WRONG


def test_units_are_optional_closed_and_converted_exactly() -> None:
    one = numeric(answer="2", units={"s": 1, "ms": 0.001, "min": 60})

    assert [marked(one, text) for text in ("2", "2 s", "2000 ms", "2000ms")] == [RIGHT] * 4
    assert "unit" in mark(one, "2 ms").notes[0]
    assert mark(one, "2 parsec").standing is Standing.UNREADABLE


def test_value_and_significant_figures_are_judged_apart() -> None:
    one = numeric(answer="3.14159", tolerance={"sigfigs": 3})

    assert marked(one, "3.14") == RIGHT
    assert mark(one, "3.14").notes == ()
    assert "significant" in mark(one, "3.1416").notes[0]
    assert marked(one, "3.15") == WRONG
    assert isinstance(one.key, Number)
    assert one.key.margin == Fraction(51, 10_000)


# ---------------------------------------------------------------- short texts


@pytest.mark.parametrize("raw", ["softmax", "Softmax.", "the soft max", "SOFTMAX", "soft  max"])
def test_accepted_words_are_accepted_however_they_are_written(raw: str) -> None:
    assert marked(drawn(SHORT), raw) == RIGHT


def test_a_slip_of_the_pen_is_near_and_another_word_is_wrong() -> None:
    one = drawn(SHORT)

    assert mark(one, "sofmax").standing is Standing.NEARLY
    assert marked(one, "sigmoid") == shows("apples-fly")
    assert marked(one, "softmin") == WRONG  # a term of its own: one letter off is no spelling mistake
    assert marked(one, "soft") == WRONG


# ---------------------------------------------------------------- order and match


def order_of(one: Drawn, *texts: str) -> str:
    return " ".join(label_of(one, text) for text in texts)


def test_an_order_scores_its_right_neighbours_and_names_the_first_break() -> None:
    one = drawn(ORDER)

    assert marked(one, order_of(one, "wake", "rise", "wash", "eat")) == RIGHT
    found = mark(one, order_of(one, "wake", "rise", "eat", "wash"))
    assert (found.standing, found.score) == (Standing.PARTLY, Fraction(1, 3))
    assert "eat" in found.notes[0]
    assert mark(one, order_of(one, "rise", "wake", "wash", "eat")).misconceptions == ("apples-fly",)
    assert mark(one, "a b").standing is Standing.UNREADABLE
    assert mark(one, "a a b c").standing is Standing.UNREADABLE


def test_another_right_order_is_right() -> None:
    one = drawn({**ORDER, "also": [["wake", "wash", "rise", "eat"]]})

    assert marked(one, order_of(one, "wake", "wash", "rise", "eat")) == RIGHT


def test_items_are_never_shown_in_the_right_order() -> None:
    for attempt in range(1, 60):
        one = drawn(ORDER, attempt=attempt)
        assert one.shown.texts != ("wake", "rise", "wash", "eat")


def test_pairs_are_read_in_many_ways_and_scored_by_the_share() -> None:
    one = drawn(MATCH)
    left = dict(zip(one.shown.texts, one.shown.labels, strict=True))
    right = dict(zip(one.shown.second_texts, one.shown.second_labels, strict=True))
    cow, hen = f"{left['cow']}{right['calf']}", f"{left['hen']}{right['chick']}"

    ways = (f"{cow} {hen}", f"{hen}, {cow}", f"{cow[0]}-{cow[1]}; {hen[0]} = {hen[1]}", f"{cow[0]}. {cow[1]} {hen[0]}) {hen[1]}")
    assert {marked(one, way) for way in ways} == {RIGHT}
    in_order = " ".join(right[{"cow": "calf", "hen": "chick"}[text]] for text in one.shown.texts)
    assert marked(one, in_order) == RIGHT
    found = mark(one, f"{left['cow']}{right['lamb']} {hen}")
    assert (found.score, found.misconceptions) == (Fraction(1, 2), ("apples-fly",))
    assert mark(one, cow).standing is Standing.UNREADABLE


# ---------------------------------------------------------------- matrices


@pytest.mark.parametrize(
    "raw",
    [
        ".5 .5; .25 .75",
        "1/2 1/2\n1/4 3/4",
        "[[0.5, 0.5], [0.25, 0.75]]",
        "array([[0.5 , 0.5 ],\n       [0.25, 0.75]])",
        "0,5 0,5; 0,25 0,75",
        "50% ½; 25% ¾",
    ],
)
def test_a_table_is_read_in_many_ways(raw: str) -> None:
    assert marked(drawn(MATRIX), raw) == RIGHT


def test_a_table_scores_rows_and_knows_its_mistakes() -> None:
    one = drawn(MATRIX)

    assert mark(one, ".5 .5; .3 .7").score == Fraction(1, 2)
    assert marked(one, ".5 .25; .5 .75") == shows("apples-fly")  # transposed
    assert marked(one, "1 1; 1 3") == shows("slip-count/undivided")
    assert marked(one, ".4 .1; .6 .9") == shows("slip-count")  # columns add up
    assert "2 x 2" in mark(one, "1 2 3; 4 5 6").notes[0]
    assert mark(one, "1 2; 3").standing is Standing.UNREADABLE


@pytest.mark.parametrize("raw", ["3 x 5", "(3, 5)", "3×5", "3 by 5", "3 5", "3*5"])
def test_a_shape_is_read_in_many_ways(raw: str) -> None:
    one = drawn(
        item("matrix", shape=[1, 2], rendering="shape", answer=[[3, 5]], wrong=[{"answer": [[5, 3]], "misconception": "apples-fly"}])
    )

    assert marked(one, raw) == RIGHT
    assert marked(one, "5 x 3") == shows("apples-fly")
    assert mark(one, "3 x 5 x 2").standing is Standing.UNREADABLE


# ---------------------------------------------------------------- output and hotspot


@pytest.mark.parametrize("raw", ["[1, 2]\nx", "[1,2]\r\nx\r\n", "\n[1, 2]  \nx\n\n", "[ 1, 2 ]\nx"])
def test_print_outs_are_compared_without_line_ends_and_inner_spaces_of_lists(raw: str) -> None:
    assert marked(drawn(OUTPUT), raw) == RIGHT


def test_print_outs_are_scored_by_line() -> None:
    one = drawn(OUTPUT)

    assert mark(one, "[1, 2]\ny").score == Fraction(1, 2)
    assert marked(one, "3\nx") == shows("apples-fly")
    assert mark(one, "[1, 2] x").standing is Standing.UNREADABLE  # only a line end differs
    assert marked(drawn(item("output", code="print(3)", stdout="3")), "4") == WRONG


@pytest.mark.parametrize("raw", ["r1c2 r1c3 r2c3", "r2c3, r1c3, r1c2", "1,2 1,3 2,3", "row 1 col 2; row 1 column 3; R2C3", "r1c2r1c3r2c3"])
def test_cells_are_read_in_many_ways(raw: str) -> None:
    assert marked(drawn(HOTSPOT), raw) == RIGHT


def test_cells_score_what_is_hit_less_what_is_not() -> None:
    one = drawn(HOTSPOT)

    assert mark(one, "r1c2 r1c3").score == Fraction(2, 3)
    assert mark(one, "r1c2 r1c1").score == 0
    assert marked(one, "r1 r2 r3") == WRONG  # every cell
    assert marked(one, "r2c1 r3c1 r3c2") == shows("apples-fly")
    assert "outside" in mark(one, "r4c1").notes[0]
    assert mark(one, "r1c2 and so on").standing is Standing.UNREADABLE
    assert mark(one, "c3").score == Fraction(1, 3)  # two of three hit, the diagonal is one too many


def test_words_are_never_scored() -> None:
    assert mark(drawn(EVERY_TYPE["free"]), "I think so").score is None
