"""What a log adds up to, against numbers worked out by hand."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from grader.drill.desk import Desk
from grader.drill.memory import Rating
from grader.drill.stats import by_objective, calibration, days, heat, recall_rate
from grader.store.learner_rows import Answer
from tests.conftest import Opened
from tests.engine.drill.made_up import bank, card, on


def answered(confidence: int | None, *, is_right: bool, day: int = 1) -> Answer:
    standing, score = ("right", "1") if is_right else ("wrong", "0")
    return Answer(None, 0, "q", "m", 1, 1, "{}", "a", "a", standing, score, (), confidence, 0, on(day), "v", "m")


def test_certainty_is_judged_by_what_it_would_have_paid() -> None:
    answers = [answered(3, is_right=number < 5) for number in range(10)] + [answered(1, is_right=number < 9) for number in range(10)]

    guess, fair, sure = calibration(answers)

    assert (sure.right, sure.answered, sure.verdict) == (5, 10, "surer than you should be")
    assert guess.verdict == "less sure than you may be"
    assert fair.verdict == "too few answers to tell"


def test_recall_counts_cards_that_came_back_on_another_day(tmp_path: Path, opened: Opened) -> None:
    store = opened(tmp_path)
    desk = Desk(bank(O1=[card("a"), card("b")]), store)
    for day, name, rating in [(1, "a", 1), (1, "a", 3), (3, "a", 3), (9, "a", 1), (9, "b", 1)]:
        desk.rate(desk.bank.cards[name], Rating(rating), on(day), milliseconds=0)
    desk.rate(desk.bank.cards["b"], Rating.GOOD, on(10), milliseconds=0, is_cram=True)

    assert recall_rate(store.reviews()) == (2, 1)
    found = by_objective(desk.bank, [], desk.memories)[0]
    assert (found.cards, found.started, found.known, found.leeches) == (2, 2, 0, 0)
    assert days(store.reviews(), [answered(1, is_right=True, day=3)]) == {
        date(2026, 3, 1): 2,
        date(2026, 3, 3): 2,
        date(2026, 3, 9): 2,
        date(2026, 3, 10): 1,
    }


def test_the_calendar_shows_the_last_weeks_and_no_future() -> None:
    today = date(2026, 3, 4)  # a Wednesday

    rows = heat({today: 3, today - timedelta(days=1): 12, today - timedelta(days=7): 99}, today, weeks=2)

    assert rows == ["Mon ..", "Tue .+", "Wed #-", "Thu . ", "Fri . ", "Sat . ", "Sun . "]


def test_two_devices_are_joined_without_loss_and_twice_is_as_once(tmp_path: Path, opened: Opened) -> None:
    cards = bank(O1=[card("a"), card("b")])
    one, two = opened(tmp_path / "one"), opened(tmp_path / "two")
    for store, plan in ((one, [(1, "a", 3), (4, "a", 3)]), (two, [(2, "a", 1), (2, "b", 4), (3, "b", 1)])):
        desk = Desk(cards, store)
        for day, name, rating in plan:
            desk.rate(cards.cards[name], Rating(rating), on(day), milliseconds=0)
    Desk(cards, two).undo(on(5))

    assert one.join(two.export()) == 4  # three reviews and one taken back
    assert one.join(two.export()) == 0
    two.join(one.export())

    reviews = [(review.card, review.rating, review.moment.study_day.day) for review in one.reviews()]
    assert reviews == [("a", 3, 1), ("a", 1, 2), ("b", 4, 2), ("a", 3, 4)]
    assert Desk(cards, one).rebuild() == Desk(cards, two).rebuild()


def test_a_damaged_export_adds_nothing(tmp_path: Path, opened: Opened) -> None:
    cards = bank(O1=[card("a")])
    one, two = opened(tmp_path / "one"), opened(tmp_path / "two")
    Desk(cards, two).rate(cards.cards["a"], Rating.GOOD, on(1), milliseconds=0)
    document = two.export()
    document["voided"].append({"review_uid": "00" * 16, "at": "x"})

    with pytest.raises(ValueError, match="does not fit"):
        one.join(document)

    assert one.reviews() == []
