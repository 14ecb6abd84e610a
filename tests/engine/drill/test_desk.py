"""The desk: what is due, what a rating keeps, undo, cram, what is brought forward, the clock."""

from __future__ import annotations

import itertools
from datetime import date
from pathlib import Path

import pytest

from grader.drill.desk import LEECH, Desk
from grader.drill.memory import Rating, dump
from grader.drill.queue import Filter, Reason
from grader.drill.round import Round
from grader.store.learner import LearnerStore
from grader.store.seen import note_misconceptions
from tests.conftest import Opened
from tests.engine.drill.made_up import bank, card, on

ALL = Filter()


@pytest.fixture
def store(tmp_path: Path, opened: Opened) -> LearnerStore:
    return opened(tmp_path)


def desk_of(store: LearnerStore, *cards: dict[str, object]) -> Desk:
    return Desk(bank(O1=list(cards)), store)


def ids(queue: list[object]) -> list[str]:
    return [due.card.id for due in queue]  # type: ignore[attr-defined]  # a list of Due


def test_a_rating_is_on_disk_when_it_is_given(store: LearnerStore, tmp_path: Path, opened: Opened) -> None:
    desk = desk_of(store, card("a"))

    desk.rate(desk.bank.cards["a"], Rating.GOOD, on(1), milliseconds=1200)

    other = opened(tmp_path)
    assert [(review.card, review.rating) for review in other.reviews()] == [("a", 3)]
    assert Desk(desk.bank, other).memories == desk.memories


def test_cram_moves_no_due_date_and_is_logged(store: LearnerStore) -> None:
    desk = desk_of(store, card("a"))
    desk.rate(desk.bank.cards["a"], Rating.EASY, on(1), milliseconds=0)
    before = desk.memories["a"]

    for _ in range(5):
        desk.rate(desk.bank.cards["a"], Rating.AGAIN, on(2), milliseconds=0, is_cram=True)

    assert desk.memories["a"] == before
    assert Desk(desk.bank, store).rebuild() == {"a": before}
    assert [review.is_cram for review in store.reviews()] == [False, True, True, True, True, True]


def test_undo_goes_back_to_the_beginning_and_forward_again(store: LearnerStore) -> None:
    desk = desk_of(store, card("a"), card("b"))
    seen = [dict(desk.memories)]
    for day, name, rating in [(1, "a", 3), (1, "b", 1), (2, "a", 3), (5, "a", 1), (5, "b", 4)]:
        desk.rate(desk.bank.cards[name], Rating(rating), on(day), milliseconds=0)
        seen.append(dict(desk.memories))

    for wanted in reversed(seen[:-1]):
        assert desk.undo(on(6)) is not None
        assert desk.memories == wanted
        assert Desk(desk.bank, store).memories == wanted
    assert desk.undo(on(6)) is None


def test_states_worked_out_from_the_log_equal_those_kept(store: LearnerStore) -> None:
    desk = desk_of(store, card("a"), card("b"))
    for day, name, rating in [(1, "a", 1), (1, "a", 3), (1, "b", 3), (3, "a", 3), (9, "b", 2), (30, "a", 1)]:
        desk.rate(desk.bank.cards[name], Rating(rating), on(day), milliseconds=0)
    kept = {name: dump(memory) for name, memory in desk.memories.items()}

    desk.rebuild()

    assert {name: dump(memory) for name, memory in desk.memories.items()} == kept


def test_siblings_of_a_card_asked_today_wait_for_tomorrow(store: LearnerStore) -> None:
    desk = desk_of(store, card("a", siblings=["b"]), card("b", siblings=["a"]), card("c"))

    assert ids(desk.due(on(1), ALL)) == ["a", "c"]
    desk.rate(desk.bank.cards["a"], Rating.EASY, on(1), milliseconds=0)
    assert ids(desk.due(on(1, 12), ALL)) == ["c"]
    assert ids(desk.due(on(2), ALL)) == ["b", "c"]


def test_new_cards_are_rationed_by_the_day(store: LearnerStore) -> None:
    desk = desk_of(store, *(card(f"c{number}") for number in range(9)))
    store.set_setting("new_per_day", "3")

    assert len(desk.due(on(1), ALL)) == 3
    for due in desk.due(on(1), ALL)[:2]:
        desk.rate(due.card, Rating.EASY, on(1), milliseconds=0)
    assert len(desk.due(on(1, 11), ALL)) == 1
    assert len(desk.due(on(2), ALL)) == 3


def test_a_misconception_that_was_seen_brings_its_cards_forward_once(store: LearnerStore) -> None:
    desk = desk_of(store, card("a"), card("b", misconceptions=["apples-fly"]))
    for name in ("a", "b"):
        desk.rate(desk.bank.cards[name], Rating.EASY, on(1), milliseconds=0)
    assert desk.due(on(2), ALL) == []

    note_misconceptions(store, ["apples-fly/green"], on(2), source="check", subject="softmax-rows")

    assert [(due.card.id, due.reason) for due in desk.due(on(3), ALL)] == [("b", Reason.FORWARD)]
    desk.rate(desk.bank.cards["b"], Rating.GOOD, on(3), milliseconds=0)
    assert desk.due(on(3, 12), ALL) == []


def test_a_new_answer_makes_a_card_due_again(store: LearnerStore) -> None:
    desk = desk_of(store, card("a"))
    desk.rate(desk.bank.cards["a"], Rating.EASY, on(1), milliseconds=0)

    changed = Desk(bank(O1=[card("a", back="Something else.")]), store)
    reworded = Desk(bank(O1=[card("a", front="Say what a is.")]), store)

    assert [due.reason for due in changed.due(on(2), ALL)] == [Reason.CHANGED]
    assert reworded.due(on(2), ALL) == []


def test_a_card_that_replaces_another_takes_over_its_history(store: LearnerStore) -> None:
    desk = desk_of(store, card("old"))
    desk.rate(desk.bank.cards["old"], Rating.EASY, on(1), milliseconds=0)

    after = Desk(bank(O1=[card("new", back="It is old.", replaces=["old"])]), store)

    assert set(after.memories) == {"new"}
    assert [review.card for review in store.reviews()] == ["new"]
    assert after.due(on(2), ALL) == []


def test_a_clock_set_back_is_marked_and_nothing_moves_into_the_past(store: LearnerStore) -> None:
    desk = desk_of(store, card("a"), card("b"))
    desk.rate(desk.bank.cards["a"], Rating.EASY, on(20), milliseconds=0)

    rated = desk.rate(desk.bank.cards["b"], Rating.EASY, on(2), milliseconds=0)

    assert rated.is_suspect
    assert desk.memories["b"].last_day == date(2026, 3, 20)
    assert [review.is_suspect for review in store.reviews()] == [False, True]


def test_the_fourth_lapse_asks_for_another_look(store: LearnerStore) -> None:
    desk = desk_of(store, card("a", misconceptions=["apples-fly"]))
    a = desk.bank.cards["a"]
    desk.rate(a, Rating.EASY, on(1), milliseconds=0)
    leeches = []
    for day in range(20, 120, 20):
        leeches.append(desk.rate(a, Rating.AGAIN, on(day), milliseconds=0).is_leech)
        desk.rate(a, Rating.GOOD, on(day, 11), milliseconds=0)

    assert leeches == [False, False, False, True, False]
    assert [event.subject for event in store.events(LEECH)] == ["a"]


def test_a_higher_retention_brings_cards_back_sooner(store: LearnerStore) -> None:
    desk = desk_of(store, card("a"))
    for day in (1, 9, 40):
        desk.rate(desk.bank.cards["a"], Rating.GOOD, on(day), milliseconds=0)
    usual = desk.memories["a"].due_day

    desk.set_retention(0.95)
    sooner = desk.memories["a"].due_day
    desk.set_retention(0.80)
    later = desk.memories["a"].due_day

    assert sooner is not None and usual is not None and later is not None
    assert sooner < usual < later


def test_before_a_goal_no_card_waits_beyond_it(store: LearnerStore) -> None:
    desk = desk_of(store, card("a"))
    desk.set_goal(date(2026, 3, 6))

    desk.rate(desk.bank.cards["a"], Rating.EASY, on(1), milliseconds=0)

    assert desk.memories["a"].due_day is not None
    assert desk.memories["a"].due_day <= date(2026, 3, 6)


def test_neighbours_come_from_different_objectives(store: LearnerStore) -> None:
    desk = Desk(
        bank(O1=[card(f"a{n}") for n in range(4)], O2=[card(f"b{n}") for n in range(4)], O3=[card(f"c{n}") for n in range(3)]), store
    )

    order = [due.card.objective for due in desk.due(on(1), ALL)]

    assert all(left != right for left, right in itertools.pairwise(order))


def test_a_sitting_asks_what_was_not_recalled_again_and_then_lets_it_go(store: LearnerStore) -> None:
    desk = desk_of(store, *(card(f"c{number}") for number in range(3)))
    sitting = Round(desk, desk.due(on(1), ALL))
    asked = []
    while sitting.current is not None:
        asked.append(sitting.current.card.id)
        sitting.rate(Rating.AGAIN if asked == ["c0"] else Rating.GOOD, on(1), 0)

    assert asked == ["c0", "c1", "c2", "c0"]
    assert sitting.recalled == 3


def test_undo_in_a_sitting_asks_the_same_card_again(store: LearnerStore) -> None:
    desk = desk_of(store, card("a"), card("b"))
    sitting = Round(desk, desk.due(on(1), ALL))
    sitting.rate(Rating.AGAIN, on(1), 0)

    assert sitting.undo(on(1)) == "a"
    assert [due.card.id for due in sitting.waiting] == ["a", "b"]
    assert sitting.undo(on(1)) == ""


def test_a_rating_builds_on_the_one_that_another_window_gave_meanwhile(store: LearnerStore, tmp_path: Path, opened: Opened) -> None:
    here = desk_of(store, card("a"))
    there = Desk(here.bank, opened(tmp_path))

    here.rate(here.bank.cards["a"], Rating.EASY, on(1), milliseconds=0)
    there.rate(there.bank.cards["a"], Rating.GOOD, on(9), milliseconds=0)

    assert there.memories["a"].repetitions == 2
    assert there.memories["a"] == Desk(here.bank, store).memories["a"] == Desk(here.bank, store).replay(store.reviews("a"))
