"""Geometry of the drawings."""

from __future__ import annotations

import math

import pytest

from grader.report.charts import heat_pair, histogram, level_of, number, stacked


@pytest.mark.parametrize(("value", "level"), [(0.0, 0), (0.09, 0), (0.1, 1), (0.55, 5), (0.999, 9), (1.0, 9), (2.0, 9), (-1.0, 0)])
def test_levels_are_tenths_and_stay_on_the_scale(value: float, level: int) -> None:
    assert level_of(value) == level


def test_both_maps_share_one_scale_and_differences_are_marked_in_the_second() -> None:
    target, actual = heat_pair([[0.5, 0.5], [0.25, 0.75]], [[0.5, 1.5], [0.25, 0.75]])

    assert [cell.style for cell in target.cells] == ["h3", "h3", "h1", "h5"]
    assert [cell.is_different for cell in actual.cells] == [False, True, False, False]
    assert not any(cell.is_different for cell in target.cells)


def test_numbers_that_are_none_are_drawn_as_such() -> None:
    _, actual = heat_pair([[1.0, 0.0]], [[math.nan, math.inf]])

    assert [(cell.style, cell.text, cell.is_different) for cell in actual.cells] == [("odd", "nan", True), ("odd", "∞", True)]


def test_another_shape_is_drawn_and_all_of_it_that_has_no_partner_differs() -> None:
    _, actual = heat_pair([[1.0]], [[1.0, 0.5], [0.0]])

    assert [(cell.x // actual.side, cell.y // actual.side, cell.is_different) for cell in actual.cells] == [
        (0, 0, False),
        (1, 0, True),
        (0, 1, True),
    ]


def test_large_maps_are_cut_and_lose_their_numbers() -> None:
    _, actual = heat_pair([[0.0] * 40] * 40, [[1.0] * 40] * 40)

    assert len(actual.cells) == 16 * 16
    assert {cell.text for cell in actual.cells} == {""}


def test_an_empty_map_is_no_error() -> None:
    target, _ = heat_pair([], [])

    assert (target.width, target.cells) == (0, ())


@pytest.mark.parametrize(
    ("value", "text"), [(0.25, "0.25"), (1.0, "1"), (-0.5, "−0.50"), (12.345, "12.3"), (12345.6, "1e+04"), (-math.inf, "−∞")]
)
def test_numbers_in_squares_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_the_tallest_bar_has_all_the_room_and_empty_bars_none() -> None:
    chart = histogram([0, 4, 2])

    assert [bar.height for bar in chart.bars] == [0.0, 168.0, 84.0]
    assert [bar.label for bar in chart.bars] == ["0–33", "33–66", "66–100"]
    assert all(bar.y + bar.height == chart.base for bar in chart.bars)


def test_pieces_of_a_bar_fill_it_and_empty_ones_are_left_out() -> None:
    parts = stacked({"pass": 3, "part": 0, "zero": 1}, {"pass": "passed", "part": "partly", "zero": "zero"})

    assert [(part.style, part.x, part.width, part.label) for part in parts] == [("pass", 0.0, 75.0, "passed"), ("zero", 75.0, 25.0, "zero")]


HUGE = 1.7e308


def test_numbers_whose_distance_no_number_holds_are_drawn() -> None:
    target, actual = heat_pair([[0.0, 1.0]], [[-HUGE, HUGE]])

    assert [cell.style for cell in target.cells] == ["h5", "h5"]
    assert [cell.style for cell in actual.cells] == ["h0", "h9"]
