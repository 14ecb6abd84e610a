"""The forecast: minutes a day, the same every time, and dearer with a higher retention."""

from __future__ import annotations

from datetime import date

from grader.drill.forecast import forecast
from grader.drill.scheduler import Scheduler

CARDS = [f"card {number}" for number in range(60)]
TODAY = date(2026, 3, 1)


def cost(retention: float) -> float:
    return forecast(CARDS, {}, TODAY, Scheduler(retention=retention), days=30, new_per_day=12).minutes_a_day


def test_the_same_cards_give_the_same_forecast() -> None:
    assert cost(0.9) == cost(0.9)


def test_a_higher_retention_costs_more_and_sixty_cards_cost_what_was_measured() -> None:
    costs = [cost(retention) for retention in (0.80, 0.85, 0.90, 0.95)]

    assert costs == sorted(costs)
    assert 1.0 < costs[2] < 5.0  # 76 minutes in 30 days were measured with another simulator


def test_no_cards_cost_nothing() -> None:
    assert forecast([], {}, TODAY, Scheduler()).minutes_a_day == 0
