"""The grammar of numbers: what is read, as which exact value, and what is refused with which reason."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.quiz.numbers import Refused, parse_number, show_number

READ = {
    "3": 3,
    "-3": -3,
    "−3": -3,
    "–3": -3,
    "—3": -3,
    "﹣3": -3,
    "+3": 3,
    "1,5": Fraction(3, 2),
    "0,125": Fraction(1, 8),
    "1,2345": Fraction(12345, 10_000),
    "1.234": Fraction(1234, 1000),
    "5.": 5,
    ".5": Fraction(1, 2),
    ",5": Fraction(1, 2),
    "1.5e3": 1500,
    "1,5E-3": Fraction(15, 10_000),
    "1.5×10^3": 1500,
    "1.5·10⁻³": Fraction(15, 10_000),
    "1.5 x 10**-3": Fraction(15, 10_000),
    "2*10^(2)": 200,
    "10⁻³": Fraction(1, 1000),
    "-10^2": -100,
    "3/4": Fraction(3, 4),
    "-3 / 4": Fraction(-3, 4),
    "3⁄4": Fraction(3, 4),
    "0.5/2": Fraction(1, 4),
    "½": Fraction(1, 2),
    "-½": Fraction(-1, 2),
    "1½": Fraction(3, 2),
    "1 ½": Fraction(3, 2),
    "50%": Fraction(1, 2),
    "50 %": Fraction(1, 2),
    "１２": 12,
    " 7 ": 7,
    "\u00a07\u202f": 7,
}
REFUSED = {
    "": "Type a number",
    "1,234": "thousands",
    "-12,345,678": "thousands",
    "1,234.5": "thousands",
    "1.234,5": "thousands",
    "1_000": "underscores",
    "2²": "raised",
    "x²": "raised",
    "inf": "finite",
    "-Infinity": "finite",
    "nan": "finite",
    "∞": "finite",
    "0x10": "decimal digits",
    "٣": "0 to 9",
    "1e400": "exponent",
    "1e-99999999": "exponent",
    "10^301": "exponent",
    "1/0": "divided by 0",
    "1 000": "without spaces",
    "abc": "not a number",
    "--3": "not a number",
    "1.2.3": "not a number",
    "3 apples": "not a number",
    "9" * 65: "longer",
}


@pytest.mark.parametrize("text", READ)
def test_a_number_is_read_exactly(text: str) -> None:
    assert parse_number(text) == READ[text]


@pytest.mark.parametrize("text", REFUSED)
def test_what_could_mean_two_things_is_refused_with_a_reason(text: str) -> None:
    found = parse_number(text)

    assert isinstance(found, Refused)
    assert REFUSED[text] in found.reason


@given(st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=10**6))
def test_every_fraction_written_out_is_read_back(value: Fraction) -> None:
    assert parse_number(f"{value.numerator}/{value.denominator}") == value


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9, places=6))
def test_every_decimal_with_point_or_comma_is_the_same_number(value: object) -> None:
    text = f"{value:f}"
    comma = parse_number(text.replace(".", ","))

    assert parse_number(text) == Fraction(text)
    assert comma == Fraction(text)


def test_ten_thousand_hostile_texts_are_read_or_refused_and_never_raise() -> None:
    chance = random.Random(7)
    signs = "0123456789.,-+−–eE×·*^/½¼%_ ()[]{}$\\\n\t\u202e\u0000٣²⁻³１x√∞nainf'\"<&"

    for _ in range(10_000):
        text = "".join(chance.choices(signs, k=chance.randint(0, 14)))
        assert isinstance(parse_number(text), (Fraction, Refused)), text


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(3, 4), "0.75"),
        (Fraction(1, 3), "0.3333"),
        (Fraction(-7), "-7"),
        (Fraction(1, 10**7), "1e-07"),
        (Fraction(-1, 10**7), "-1e-07"),
        (Fraction(0), "0"),
        (Fraction(2, 10), "0.2"),
    ],
)
def test_a_number_is_shown_short(value: Fraction, shown: str) -> None:
    assert show_number(value) == shown
