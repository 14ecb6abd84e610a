"""What being late takes: grace to the second, extensions, slip days, the cap and the floor."""

from __future__ import annotations

import pytest

from grader.classroom.lateness import DAY_S, Lateness, LatePolicy, Taking, lateness, percent_taken, policy_from_json, policy_json

DUE = "2026-10-05T21:59:00Z"
LINEAR = LatePolicy(Taking.LINEAR, grace_s=900, per_day=10, at_most=35)


@pytest.mark.parametrize(
    ("at", "is_late", "percent"),
    [
        ("2026-10-05T21:59:00Z", False, 0),
        ("2026-10-05T22:13:59Z", False, 0),
        ("2026-10-05T22:14:00Z", False, 0),
        ("2026-10-05T22:14:01Z", True, 10),
        ("2026-10-06T21:59:00Z", True, 10),
        ("2026-10-06T21:59:01Z", True, 20),
        ("2026-10-30T21:59:01Z", True, 35),
    ],
)
def test_the_grace_ends_to_the_second_and_the_cap_holds(at: str, is_late: bool, percent: float) -> None:
    found = lateness("s1", at, DUE, False, LINEAR)

    assert (found.is_late, found.percent) == (is_late, percent)


def test_moments_are_compared_across_zones() -> None:
    assert lateness("s1", "2026-10-05T23:59:00+02:00", DUE, False, LINEAR).seconds == 0


def test_slip_days_are_spent_before_anything_is_taken() -> None:
    policy = LatePolicy(Taking.LINEAR, per_day=10, slip_days=3, slip_days_used={"s2": 2})
    two_days = "2026-10-07T20:00:00Z"

    assert lateness("s1", two_days, DUE, False, policy) == Lateness(True, 2 * DAY_S - 7140, 2, 0.0)
    assert lateness("s2", two_days, DUE, False, policy) == Lateness(True, 2 * DAY_S - 7140, 1, 10.0)


def test_steps_all_and_floor() -> None:
    steps = LatePolicy(Taking.STEPS, steps=((0, 10.0), (2 * DAY_S, 50.0)), floor=60)

    assert [percent_taken(seconds, steps) for seconds in (0, 1, 2 * DAY_S, 2 * DAY_S + 1)] == [0, 10, 10, 40]
    assert [percent_taken(seconds, LatePolicy(Taking.ALL, after_s=3600)) for seconds in (3600, 3601)] == [0, 100]


def test_a_mark_of_the_system_says_late_and_takes_nothing() -> None:
    assert lateness("s1", "", DUE, True, LINEAR) == Lateness(True)
    assert lateness("s1", "", DUE, False, LINEAR) == Lateness(None)


def test_a_policy_survives_its_json() -> None:
    policy = LatePolicy(Taking.STEPS, steps=((0.0, 10.0),), slip_days=2, slip_days_used={"a": 1})

    assert policy_from_json(policy_json(policy)) == policy
    assert policy_json(LatePolicy()) is None
