"""The Anki package: reproducible, and in the real Anki a reworded card keeps its history while a changed answer arrives."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from grader.export.anki import field, write_anki
from grader.quiz.bank import load_bank
from grader.quiz.card import Card, decode_card
from grader.quiz.ids import Locked

ROOT = Path(__file__).parents[3]


def card(name: str, **fields: str) -> Card:
    data = {"id": name, "set": "core", "kind": "fact", "front": f"What is {name}?", "back": f"It is {name}.", **fields}
    return decode_card(data, "O1")


def locked(card: Card, day: int) -> Locked:
    return Locked("card", card.meaning, "", datetime(2026, 3, day, tzinfo=UTC).isoformat())


CARDS = [card("c1"), card("c2", front=r"Why $\frac{1}{\sqrt{d_k}}$ & <b>?", why="So.")]
LOCK = {card.id: locked(card, 1) for card in CARDS}


def test_the_same_cards_give_the_same_bytes(tmp_path: Path) -> None:
    write_anki(tmp_path / "a.apkg", CARDS, {}, LOCK)
    write_anki(tmp_path / "b.apkg", CARDS, {}, LOCK)

    first, second = (zipfile.ZipFile(tmp_path / name) for name in ("a.apkg", "b.apkg"))
    assert {name: first.read(name) for name in first.namelist()} == {name: second.read(name) for name in second.namelist()}
    assert (tmp_path / "a.apkg").read_bytes() == (tmp_path / "b.apkg").read_bytes()


@pytest.mark.parametrize("text", ["a }} b", "{{c1::x}}", "}}}}", "{{{", r"$\sqrt{\frac{1}{2}}$"])
def test_nothing_looks_like_a_template_to_anki(text: str) -> None:
    shown = field(text)

    assert "{{" not in shown
    assert "}}" not in shown


@pytest.mark.slow
def test_in_anki_a_reworded_card_keeps_its_history_and_a_changed_answer_arrives(
    ask_anki: Callable[[dict[str, Any]], Any], tmp_path: Path
) -> None:
    reworded = replace(CARDS[0], front="What, then, is c1?")
    changed = replace(CARDS[1], back="Something else.")
    write_anki(tmp_path / "1.apkg", CARDS, {"O1": "Context"}, LOCK)
    write_anki(tmp_path / "2.apkg", CARDS, {"O1": "Context"}, LOCK)
    write_anki(
        tmp_path / "3.apkg",
        [reworded, changed, card("c3")],
        {"O1": "Context"},
        {**LOCK, "c1": locked(reworded, 9), "c2": locked(changed, 9)},
    )

    found = ask_anki({"decks": [str(tmp_path / f"{number}.apkg") for number in (1, 2, 3)]})

    assert found["logs"][0] == {"new": 2, "updated": 0, "duplicate": 0, "conflicting": 0}
    assert found["logs"][1]["new"] == found["logs"][1]["updated"] == 0
    assert found["logs"][2] == {"new": 1, "updated": 2, "duplicate": 0, "conflicting": 0}
    notes = {note["fields"][3]: note for note in found["notes"].values()}
    assert set(notes) == {"c1", "c2", "c3"}
    assert notes["c1"]["fields"][0] == "What, then, is c1?"
    assert notes["c2"]["fields"][1] == "Something else."
    assert [card["interval"] for card in notes["c1"]["cards"]] == [7]
    assert "obj::O1" in notes["c1"]["tags"]
    assert found["is_sound"]
    assert "Attention::O1 Context" in found["decks"]


@pytest.mark.slow
def test_the_whole_level_goes_into_anki_one_note_a_card(ask_anki: Callable[[dict[str, Any]], Any], tmp_path: Path) -> None:
    bank = load_bank(ROOT / "quizzes")
    write_anki(tmp_path / "all.apkg", bank.cards.values(), {}, {})

    found = ask_anki({"decks": [str(tmp_path / "all.apkg")]})

    assert found["logs"] == [{"new": len(bank.cards), "updated": 0, "duplicate": 0, "conflicting": 0}]
    assert all(len(note["cards"]) == 1 for note in found["notes"].values())
    assert sum("<math" in note["fields"][0] + note["fields"][1] for note in found["notes"].values()) > 5
