"""What is written without a template: the squares of a matrix, the lines of a file, and what is made once for many pages."""

from __future__ import annotations

import math

import pytest
from markupsafe import Markup

from grader.report.charts import heat_pair
from grader.report.pages import once
from grader.report.squares import squares
from grader.report.text import program

WHOLE = (
    '<g><title>row 0, column 0: 1</title><rect class="h9" x="1" y="1" width="46" height="46" rx="3"/>'
    '<text class="on-high" x="24.0" y="28.0" text-anchor="middle">1</text>'
    '<rect class="differs" x="2.5" y="2.5" width="43" height="43" rx="3"/></g>'
)


def test_a_square_has_its_value_its_number_and_a_frame_where_it_differs() -> None:
    assert squares(heat_pair([[0.5]], [[1.0]])[1]) == WHOLE


def test_squares_stand_row_by_row_and_small_ones_have_no_number() -> None:
    drawn = squares(heat_pair([[0.0] * 12] * 2, [[0.0] * 12] * 2)[0])

    assert (drawn.count("<g>"), drawn.count("<text")) == (24, 0)
    assert drawn.index("row 0, column 11") < drawn.index("row 1, column 0")


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, -1e300, 1e-12])
def test_no_number_needs_escaping(value: float) -> None:
    drawn = squares(heat_pair([[1.0]], [[value]])[1])

    inside = drawn.replace("</title>", "").replace("</text>", "").replace("</g>", "")
    assert inside.count("<") == inside.count(">")
    assert "&" not in inside


def test_lines_of_a_file_are_escaped_and_marked_by_number() -> None:
    assert program(["a < b", "b\x1b[31m", "c"], {2}) == Markup('<li>a &lt; b</li><li class="hit">b</li><li>c</li>')


def test_what_was_made_of_equal_values_is_not_made_again() -> None:
    made = []

    def macro(word: str) -> Markup:
        made.append(word)
        return Markup(word)

    assert [once(macro, "x"), once(macro, "x"), once(macro, "y")] == ["x", "x", "y"]
    assert made == ["x", "y"]
