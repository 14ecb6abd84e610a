"""The lock of ids: new words keep everything, a new meaning asks, an id is never used for something else."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from grader.errors import ContentError, UsageError
from grader.quiz.hashes import meaning_hash, wording_hash
from grader.quiz.ids import Change, Item, compare, lock_text, read_lock, update
from tests.engine.quiz.made_up import EVERY_TYPE, NUMERIC, SINGLE

NOW = datetime(2026, 3, 1, tzinfo=UTC)
LATER = datetime(2026, 4, 1, tzinfo=UTC)


def card(**fields: Any) -> Item:
    return Item("c1", "card", {"id": "c1", "set": "core", "kind": "fact", "front": "Why?", "back": "So.", **fields})


LOCK = update([card()], {}, NOW)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({}, None),
        ({"front": "Why, then?"}, Change.WORDING),
        ({"why": "Because."}, Change.WORDING),
        ({"misconceptions": ["apples-fly"]}, Change.WORDING),
        ({"back": "Thus."}, Change.MEANING),
    ],
)
def test_a_change_is_told_apart(change: dict[str, Any], found: Change | None) -> None:
    assert compare([card(**change)], LOCK).get("c1") == found


def test_reordering_keys_changes_nothing() -> None:
    data = dict(reversed(list(card().data.items())))

    assert compare([Item("c1", "card", data)], LOCK) == {}


@pytest.mark.parametrize("kind", EVERY_TYPE)
def test_a_question_in_other_words_means_the_same(kind: str) -> None:
    data = EVERY_TYPE[kind]
    other = {**data, "prompt": "Say it.", "explanation": "Thus.", "difficulty": 3, "level": "transfer"}

    assert meaning_hash(other) == meaning_hash(data)
    assert wording_hash(other) != wording_hash(data)


def test_another_key_or_another_range_means_something_else() -> None:
    flipped = {**SINGLE, "options": [{**option, "correct": option["id"] == "b"} for option in SINGLE["options"]]}

    assert meaning_hash(flipped) != meaning_hash(SINGLE)
    assert meaning_hash({**NUMERIC, "params": {"a": {"int": [2, 8]}, "b": {"int": [2, 9]}}}) != meaning_hash(NUMERIC)
    assert meaning_hash({**NUMERIC, "tolerance": {"abs": 0.01}}) != meaning_hash(NUMERIC)


def test_a_new_meaning_has_to_be_decided_on() -> None:
    changed = card(back="Thus.")

    with pytest.raises(UsageError, match="c1"):
        update([changed], LOCK, LATER)
    kept = update([changed], LOCK, LATER, keep=["c1"])["c1"]
    asked = update([changed], LOCK, LATER, relearn=["c1"])["c1"]
    assert kept.same_as == (LOCK["c1"].meaning,)
    assert asked.same_as == ()
    assert kept.changed > LOCK["c1"].changed


def test_an_id_that_is_gone_is_retired_and_never_comes_back() -> None:
    with pytest.raises(UsageError, match="gone"):
        update([], LOCK, LATER)
    retired = update([], LOCK, LATER, retire=["c1"])

    assert compare([], retired) == {}
    assert compare([card()], retired) == {"c1": Change.REUSED}
    with pytest.raises(UsageError, match="retired"):
        update([card()], retired, LATER)
    with pytest.raises(UsageError, match="still in the files"):
        update([card()], LOCK, LATER, retire=["c1"])


def test_a_question_cannot_take_the_id_of_a_card() -> None:
    assert compare([Item("c1", "question", SINGLE)], LOCK) == {"c1": Change.REUSED}


def test_the_file_is_read_back_and_a_damaged_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ids.lock"
    path.write_text(lock_text(update([card(back="Thus.")], LOCK, LATER, keep=["c1"])), "utf-8")

    assert read_lock(path) == update([card(back="Thus.")], LOCK, LATER, keep=["c1"])
    assert read_lock(tmp_path / "none") == {}
    path.write_text("<<<<<<< merge", "utf-8")
    with pytest.raises(ContentError, match=r"ids\.lock:1:1"):
        read_lock(path)
