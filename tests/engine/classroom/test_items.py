"""Item statistics against the fixture that two implementations agree on, and what they say of a class that is too small."""

from __future__ import annotations

import json
import math

import pytest

from grader.classroom.items import Item, cronbach_alpha, interval, item_figures
from grader.classroom.understanding import understanding, understanding_json
from grader.content.models import Level
from grader.results import Verdict
from tests.engine.classroom import made_up

ROWS = ["11111", "11110", "11100", "11010", "11101", "10100", "11000", "01000", "10000", "00001"]


def fixture(rows: list[str] = ROWS) -> list[Item]:
    return [Item(f"i{column}", 1.0, tuple(float(row[column]) for row in rows)) for column in range(len(rows[0]))]


def exact_r(column: int) -> float:
    """The item-rest correlation by its definition, from whole numbers."""
    xs = [int(row[column]) for row in ROWS]
    ys = [sum(map(int, row)) - x for row, x in zip(ROWS, xs, strict=True)]
    n = len(xs)
    over = n * sum(x * y for x, y in zip(xs, ys, strict=True)) - sum(xs) * sum(ys)
    return over / math.sqrt((n * sum(x * x for x in xs) - sum(xs) ** 2) * (n * sum(y * y for y in ys) - sum(ys) ** 2))


def test_the_fixture_to_a_millionth() -> None:
    found = item_figures(fixture())

    assert [item.facility for item in found.items] == pytest.approx([0.8, 0.7, 0.5, 0.3, 0.3], abs=1e-6)
    assert [item.discrimination for item in found.items] == pytest.approx([exact_r(column) for column in range(5)], abs=1e-6)
    assert [item.discrimination for item in found.items] == pytest.approx([0.3430, 0.3266, 0.4789, 0.4166, 0.0172], abs=5e-5)
    assert found.alpha == pytest.approx(0.543478, abs=1e-6)
    assert found.sem == pytest.approx(0.9165, abs=5e-5)
    assert [item.alpha_without for item in found.items] == pytest.approx([0.4706, 0.4755, 0.3670, 0.4187, 0.6460], abs=5e-5)


@pytest.mark.parametrize(("n", "low", "high"), [(10, -0.41, 0.78), (30, -0.07, 0.60), (100, 0.11, 0.47)])
def test_a_correlation_comes_with_its_interval(n: int, low: float, high: float) -> None:
    assert interval(0.3, n) == pytest.approx((low, high), abs=0.005)


def test_without_variance_there_is_no_figure_and_never_nan() -> None:
    found = item_figures(fixture(["11", "11", "10", "11"]))

    assert found.items[0].discrimination is None
    assert cronbach_alpha([(1.0, 1.0), (1.0, 1.0)]) is None
    assert item_figures([]).alpha is None


def test_nothing_is_flagged_below_thirty_learners() -> None:
    rows = ["10", "01"] * 14

    assert [item.flags for item in item_figures(fixture(rows)).items] == [(), ()]
    assert item_figures(fixture(rows)).is_small
    assert [item.flags for item in item_figures(fixture(rows + rows)).items] == [("the check or the key may be wrong",)] * 2


def test_a_blank_earns_nothing_and_our_own_faults_are_left_out() -> None:
    items = [Item("a", 2.0, (2.0, None, math.nan, None)), Item("b", 1.0, (1.0, 1.0, 1.0, None))]
    found = item_figures(items)

    assert (found.n, found.left_out) == (2, 1), "who handed in nothing took no part"
    assert (found.items[0].facility, found.items[0].omitted, found.items[0].n) == (0.5, 0.5, 2)


def test_misconceptions_signatures_and_objectives_of_a_class(level: Level) -> None:
    work = {
        "ada": {"softmax-rows": (Verdict.FAILED, "softmax-axis"), "softmax-by-hand": (Verdict.FAILED, "no-max-shift")},
        "ben": {"softmax-rows": (Verdict.FAILED, "softmax-axis/columns"), "softmax-by-hand": (Verdict.FAILED, "no-max-shift")},
        "cyd": {"softmax-rows": (Verdict.FAILED, "softmax-axis")},
        "dee": {"softmax-rows": (Verdict.PASSED, "")},
    }
    found = understanding(made_up.graded(level, work))

    assert {each.id: len(each.keys) for each in found.misconceptions} == {"softmax-axis": 3, "no-max-shift": 2}
    assert found.together == (("softmax-axis", "no-max-shift", 2),)
    assert json.loads(json.dumps(understanding_json(found), allow_nan=False))["small"] is True
    assert found.learners == 4
