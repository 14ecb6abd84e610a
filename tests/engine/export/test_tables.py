"""CSV and JSON of cards and questions: one row each, no formulas, everything read back."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from grader.export.tables import cards_csv, cell, deck_json, questions_csv
from grader.quiz.bank import load_bank
from grader.quiz.decode import decode_question

BANK = load_bank(Path(__file__).parents[3] / "quizzes")


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_every_card_and_question_is_one_row() -> None:
    assert [row["id"] for row in rows(cards_csv(BANK.cards.values()))] == list(BANK.cards)
    found = rows(questions_csv(BANK.questions.values()))
    assert [row["id"] for row in found] == list(BANK.questions)
    assert all(row["prompt"] and row["answer"] and "{{" not in row["prompt"] for row in found)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx"])
def test_no_cell_is_a_formula(text: str) -> None:
    assert cell(text).startswith("'")


def test_the_json_document_holds_everything_and_is_read_back() -> None:
    document = json.loads(deck_json(BANK, BANK.cards.values(), BANK.questions.values()))

    again = [decode_question(entry, entry["objective"]) for entry in document["questions"]]
    assert [question.prompt for question in again] == [question.prompt for question in BANK.questions.values()]
    assert len(document["cards"]) == len(BANK.cards)
    assert document["format"] == "grader/deck/1"
