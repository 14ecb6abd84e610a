"""Misconceptions met: where they showed, what clears them, and when they are cleared."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from grader.content.load import load_level
from grader.learner.beliefs import Met, beliefs_met
from grader.learner.evidence import Source
from grader.learner.history import Kind
from grader.quiz.bank import load_bank
from grader.store.learner import LearnerStore
from grader.store.learner_rows import Answer, Event
from grader.store.moment import Moment, moment
from tests.conftest import Opened

LEVEL = load_level()
BANK = load_bank(LEVEL.root.quizzes)
SHOWN = "softmax-wrong-axis"


def at(minute: int) -> Moment:
    return moment(datetime(2026, 3, 1, 12, tzinfo=UTC) + timedelta(minutes=minute))


def check(store: LearnerStore, slug: str, minute: int, *, shown: str = "") -> None:
    data = {"verdict": "failed" if shown else "passed", "misconceptions": [shown] if shown else []}
    store.add_event(Event(Kind.CHECK, slug, data, at(minute)))


def answered(store: LearnerStore, question: str, minute: int) -> None:
    store.add_answer(Answer(None, 0, question, "m", 1, 1, "{}", "a", "a", "right", "1", (), 2, 10, at(minute), "v1", "marking/1"))


def met(store: LearnerStore) -> list[Met]:
    return beliefs_met(LEVEL, BANK, store)


def test_nothing_shown_is_nothing_met(tmp_path: Path, opened: Opened) -> None:
    assert met(opened(tmp_path)) == []


def test_one_that_showed_is_open_and_names_what_would_clear_it(tmp_path: Path, opened: Opened) -> None:
    store = opened(tmp_path)
    check(store, "softmax-rows", 0, shown=SHOWN)
    check(store, "softmax-rows", 1, shown=f"{SHOWN}/columns")
    (found,) = met(store)

    assert (found.entry.id, found.times, found.is_cleared, found.successes) == (SHOWN, 2, False, 0)
    assert (found.last.source, found.last.item) == (Source.CODE, "softmax-rows")
    assert found.ways and found.ways[0][0] is Source.QUIZ, "another kind comes first"
    assert (Source.CODE, "softmax-rows") not in found.ways


def test_successes_of_two_kinds_clear_it_and_showing_again_opens_it(tmp_path: Path, opened: Opened) -> None:
    store = opened(tmp_path)
    check(store, "softmax-rows", 0, shown=SHOWN)
    questions = [item for kind, item in met(store)[0].ways if kind is Source.QUIZ]
    answered(store, questions[0], 1)
    (halfway,) = met(store)
    answered(store, questions[1], 2)
    (cleared,) = met(store)
    check(store, "softmax-rows", 3, shown=SHOWN)
    (again,) = met(store)

    assert (halfway.is_cleared, halfway.successes, halfway.of_another_kind) == (False, 1, 1)
    assert cleared.is_cleared and not again.is_cleared
    assert (Source.QUIZ, questions[0]) not in halfway.ways
