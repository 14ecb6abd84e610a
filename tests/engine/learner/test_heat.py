"""Pictures of matrices: where something differs is seen without colour, and nothing is drawn that says no more than the numbers."""

from __future__ import annotations

import math

import pytest

from grader.learner.heat import LEGEND, heat_lines

MASK = ((1.0, 0.0, 0.0), (1.0, 1.0, 0.0), (1.0, 1.0, 1.0))
PEEKS = ((1.0, 1.0, 0.0), (1.0, 1.0, 1.0), (1.0, 1.0, 1.0))


def test_target_yours_and_difference_stand_side_by_side() -> None:
    assert heat_lines(MASK, PEEKS, 60) == [
        "target   yours    difference",
        "██····   ████··   ..██..",
        "████··   ██████   ....██",
        "██████   ██████   ......",
        "· smallest to █ largest; difference: . none",
    ]


def test_shades_run_from_the_smallest_to_the_largest_of_both() -> None:
    lines = heat_lines(((0.0, 1.0, 2.0), (3.0, 4.0, 4.0)), ((0.0, 1.0, 2.0), (3.0, 4.0, 2.0)), 60)

    assert [line.split()[0] for line in lines[1:-1]] == ["··░░▒▒", "▓▓████"]
    assert [line.split()[2] for line in lines[1:-1]] == ["......", "....██"]


def test_a_small_difference_is_lighter_than_a_large_one() -> None:
    lines = heat_lines(((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)), ((0.0, 0.1, 0.5), (0.75, 1.0, 0.0)), 60)

    assert [line.split()[2] for line in lines[1:-1]] == ["..░░▓▓", "████.."]


def test_nan_and_infinity_have_signs_of_their_own() -> None:
    lines = heat_lines(((0.0, -math.inf, 1.0), (0.0, 1.0, 1.0)), ((0.0, math.nan, 1.0), (0.0, math.inf, 1.0)), 60)

    assert lines[1].split() == ["··--██", "··??██", "..??.."]
    assert lines[2].split() == ["··████", "··++██", "..++.."]


@pytest.mark.parametrize(
    ("target", "actual"),
    [
        (((1.0, 2.0),), ((1.0, 3.0),)),
        (((1.0, 2.0), (3.0, 4.0)), ((1.0, 2.0), (3.0, 5.0))),
        (MASK, MASK[:2]),
        (MASK, ((1.0,), (1.0,), (1.0,))),
        ((), ()),
        (((),) * 3, ((),) * 3),
        (((1.0,) * 3,) * 9, ((2.0,) * 3,) * 9),
    ],
    ids=["one row", "four numbers", "rows differ", "columns differ", "nothing", "no columns", "many rows"],
)
def test_nothing_is_drawn_where_numbers_do(target: tuple[tuple[float, ...], ...], actual: tuple[tuple[float, ...], ...]) -> None:
    assert heat_lines(target, actual, 80) == []


@pytest.mark.parametrize("width", range(20, 100, 5))
def test_it_fits_or_is_left_out(width: int) -> None:
    wide = tuple(tuple(float(row == column) for column in range(12)) for row in range(8))
    lines = heat_lines(wide, tuple(reversed(wide)), width)

    assert all(len(line) <= width for line in lines)
    assert bool(lines) == (width >= len(LEGEND))


def test_numbers_whose_distance_no_number_holds_have_shades() -> None:
    lines = heat_lines(((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)), ((-1.7e308, 1.7e308, 0.0), (0.0, 0.0, 0.0)), 60)

    assert [line.split()[1] for line in lines[1:-1]] == ["··██▒▒", "▒▒▒▒▒▒"]
