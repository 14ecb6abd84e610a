"""Text that learners wrote, on its way to a page."""

from __future__ import annotations

import pytest

from grader.report.text import coded, percent, plural, points, shown


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("plain é ∑ 漢", "plain é ∑ 漢"),
        ("\x1b[31mred\x1b[0m \x1b]0;title\x07end", "red end"),
        ("a\x00b\x08c\x7f", "a\\x00b\\x08c\\x7f"),
        ("\u202eevil\u2066", "\\u202eevil\\u2066"),
        ("zero\u200bwidth\ufeff", "zero\\u200bwidth\\ufeff"),
        ("\ud800", "\\ud800"),
        ("line\u2028end", "line\\u2028end"),
        ("tab\tand\nnewline", "tab\tand\nnewline"),
        ("\U000e0041", "\\U000e0041"),
    ],
)
def test_control_invisible_and_turning_characters_become_escapes(text: str, safe: str) -> None:
    assert shown(text) == safe


def test_long_text_is_cut_with_a_note() -> None:
    assert shown("x" * 5000, 10) == "xxxxxxxxxx\n… 4,990 more characters"


def test_backticks_become_code_and_everything_is_escaped() -> None:
    assert str(coded("use `x < y` & more")) == "use <code>x &lt; y</code> &amp; more"
    assert str(coded("an odd ` stays <b>")) == "an odd ` stays &lt;b&gt;"


@pytest.mark.parametrize(("value", "text"), [(None, "–"), (0.0, "0"), (15.0, "15"), (1.6667, "1.67"), (2.5, "2.5"), (100.0, "100")])
def test_points_are_written_short_and_a_blank_is_no_zero(value: float | None, text: str) -> None:
    assert points(value) == text


@pytest.mark.parametrize(("share", "text"), [(None, "–"), (0.0, "0 %"), (0.001, "1 %"), (0.999, "99 %"), (1.0, "100 %"), (0.5, "50 %")])
def test_percent_rounds_neither_up_to_all_nor_down_to_nothing(share: float | None, text: str) -> None:
    assert percent(share) == text


def test_plurals() -> None:
    assert [plural(1, "learner"), plural(1200, "learner"), plural(2, "result is", "results are")] == [
        "1 learner",
        "1,200 learners",
        "2 results are",
    ]
