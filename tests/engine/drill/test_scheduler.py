"""The scheduler agrees with Anki's, on days of study, and refuses the nonsense that the package accepts."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from grader.drill.memory import Memory, Phase, Rating, dump, load
from grader.drill.scheduler import Scheduler, clamped, fuzz_range
from grader.store.moment import Moment, moment

EXACT = Scheduler(has_fuzz=False)
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe")


def at(text: str, zone: str = "UTC") -> Moment:
    return moment(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)))


def rate(memory: Memory | None, rating: Rating, when: Moment, scheduler: Scheduler = EXACT) -> Memory:
    return scheduler.rate(memory, rating, when, card="c", meaning="m")


def history(seed: int) -> tuple[list[list[float]], Memory]:
    """A learner's random reviews as Anki stores them (wall clock seconds, rating), and the memory that our scheduler ends with."""
    chance = random.Random(seed)
    now = datetime(2025, chance.choice([3, 6, 10]), chance.randint(1, 28), chance.randint(0, 23), chance.randint(0, 59), tzinfo=UTC)
    zone, memory, log, last = ZoneInfo(chance.choice(ZONES)), None, [], None
    for _ in range(chance.randint(1, 14)):
        if chance.random() < 0.05:  # a journey
            zone = ZoneInfo(chance.choice(ZONES))
        local = now.astimezone(zone)
        wall = local.replace(tzinfo=None)
        wall = last + timedelta(seconds=30) if last is not None and wall <= last else wall  # flying west: the clock on the wall goes back
        rating = chance.choices(list(Rating), [2, 1, 6, 1])[0]
        memory = rate(memory, rating, moment(local))
        log.append([wall.replace(tzinfo=UTC).timestamp(), int(rating)])
        last = wall
        minutes = chance.choice([1, 10, 60 * 13, 60 * 20, 60 * 24, 60 * 30, 60 * 24 * 3, 60 * 24 * 9, 60 * 24 * 40])
        now += timedelta(minutes=minutes, seconds=chance.randint(0, 3000))
    assert memory is not None
    return log, memory


@pytest.mark.slow
def test_400_histories_over_clock_changes_and_journeys_agree_with_anki(ask_anki: Callable[[dict[str, Any]], Any]) -> None:
    histories = [history(seed) for seed in range(400)]

    found = ask_anki({"histories": [log for log, _ in histories]})

    wanted = [[memory.stability, memory.difficulty] for _, memory in histories]
    worst = max(abs(a - b) / b for mine, theirs in zip(wanted, found, strict=True) for a, b in zip(mine, theirs, strict=True))
    assert worst < 1e-4


def test_first_ratings_have_the_published_intervals() -> None:
    now = at("2026-03-02T10:00")

    waits = {rating: rate(None, rating, now) for rating in Rating}

    assert waits[Rating.AGAIN].due_at == now.utc + timedelta(minutes=1)
    assert waits[Rating.HARD].due_at == now.utc + timedelta(minutes=5, seconds=30)
    assert waits[Rating.GOOD].due_at == now.utc + timedelta(minutes=10)
    assert waits[Rating.EASY].due_day == date(2026, 3, 10)


@pytest.mark.parametrize(
    ("local", "zone", "day"),
    [
        ("2026-03-02T03:59", "Europe/Berlin", date(2026, 3, 1)),
        ("2026-03-02T04:00", "Europe/Berlin", date(2026, 3, 2)),
        ("2026-03-29T03:30", "Europe/Berlin", date(2026, 3, 28)),  # the hour after the clocks went forward
        ("2026-03-29T04:00", "Europe/Berlin", date(2026, 3, 29)),
        ("2026-10-25T02:30", "Europe/Berlin", date(2026, 10, 24)),  # an hour that comes twice
        ("2026-10-25T04:00", "Europe/Berlin", date(2026, 10, 25)),
        ("2026-12-31T23:59", "Asia/Tokyo", date(2026, 12, 31)),
        ("2027-01-01T00:30", "Asia/Tokyo", date(2026, 12, 31)),
    ],
)
def test_a_study_day_changes_at_four_on_the_clock_on_the_wall(local: str, zone: str, day: date) -> None:
    assert at(local, zone).study_day == day


def test_an_evening_and_the_next_morning_are_two_days() -> None:
    evening = rate(rate(None, Rating.EASY, at("2026-03-02T21:00")), Rating.GOOD, at("2026-03-09T21:00"))
    late = rate(evening, Rating.GOOD, at("2026-03-10T08:00"))

    assert late.last_day - evening.last_day == timedelta(days=1)
    assert late.stability != evening.stability


def test_a_clock_set_back_counts_as_the_same_day() -> None:
    memory = rate(None, Rating.EASY, at("2026-03-10T10:00"))

    again = rate(memory, Rating.GOOD, at("2026-02-01T10:00"))

    assert again.last_day == memory.last_day
    assert again.due_day is not None
    assert again.due_day > memory.last_day


@pytest.mark.parametrize(("asked", "given"), [(1.5, 0.97), (0.0, 0.70), (0.9, 0.9)])
def test_a_retention_that_cannot_be_is_pulled_into_range(asked: float, given: float) -> None:
    assert clamped(asked) == given
    assert rate(None, Rating.EASY, at("2026-03-02T10:00"), Scheduler(retention=asked)).due_day is not None


@pytest.mark.parametrize("days", [1, 2, 3, 7, 10, 21, 100, 364, 20_000])
@pytest.mark.parametrize("longest", [1, 2, 5, 30, 36_500])
def test_fuzz_stays_inside_its_range_and_below_the_longest_interval(days: int, longest: int) -> None:
    scheduler = Scheduler(longest_days=longest)
    low, high = fuzz_range(days, longest)

    drawn = {scheduler._fuzzed(days, f"card {number}", repetition) for number in range(60) for repetition in range(5)}

    assert all(min(low, longest) <= day <= min(high, longest) for day in drawn)
    assert len(drawn) > 1 or low >= high


def test_fuzz_is_the_published_range() -> None:
    assert [fuzz_range(days, 36_500) for days in (2, 3, 10, 100)] == [(2, 2), (2, 4), (8, 12), (93, 107)]


def test_the_same_card_and_repetition_get_the_same_day() -> None:
    now = at("2026-03-02T10:00")

    assert Scheduler().rate(None, Rating.EASY, now, card="a", meaning="") == Scheduler().rate(None, Rating.EASY, now, card="a", meaning="")


def test_forgetting_in_review_is_a_lapse_and_in_learning_is_none() -> None:
    known = rate(None, Rating.EASY, at("2026-03-02T10:00"))

    assert rate(known, Rating.AGAIN, at("2026-03-12T10:00")).lapses == 1
    assert rate(None, Rating.AGAIN, at("2026-03-02T10:00")).lapses == 0
    assert rate(known, Rating.AGAIN, at("2026-03-12T10:00")).phase is Phase.RELEARNING


def test_a_memory_is_read_back_as_it_was() -> None:
    for rating in Rating:
        memory = rate(None, rating, at("2026-03-02T10:00", "Asia/Tokyo"))
        assert load(dump(memory)) == memory


def test_recall_falls_with_time() -> None:
    memory = rate(None, Rating.EASY, at("2026-03-02T10:00"))

    chances = [EXACT.recall(memory, date(2026, 3, 2) + timedelta(days=days)) for days in (0, 1, 8, 60)]

    assert chances == sorted(chances, reverse=True)
    assert chances[0] == 1.0
    assert chances[2] == pytest.approx(0.9, abs=0.01)
