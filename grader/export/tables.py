"""Cards and questions for spreadsheets (CSV) and for programs (JSON). Keys are in both: they are for teachers."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import Any

from grader.mathtext import to_text
from grader.quiz.bank import Bank, tags_of
from grader.quiz.card import Card
from grader.quiz.model import Question
from grader.quiz.variants import draw
from grader.quiz.written import shown_key

FORMAT = "grader/deck/1"
SECRET = b"deck"


def cell(value: object) -> str:
    """A text that no spreadsheet takes for a formula."""
    text = str(value)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def cards_csv(cards: Iterable[Card]) -> str:
    """One row for each card."""
    head = ("id", "objective", "set", "kind", "front", "back", "why", "terms", "misconceptions")
    rows = (
        (
            card.id,
            card.objective,
            card.set,
            card.kind,
            to_text(card.front),
            to_text(card.back),
            to_text(card.why),
            " ".join(card.terms),
            " ".join(card.misconceptions),
        )
        for card in cards
    )
    return _csv(head, rows)


def questions_csv(questions: Iterable[Question]) -> str:
    """One row for each question, with the numbers of one draw."""
    head = ("id", "objective", "type", "level", "difficulty", "prompt", "options", "answer", "explanation", "misconceptions")
    return _csv(head, (_question_row(question) for question in questions))


def _question_row(question: Question) -> tuple[object, ...]:
    drawn = draw(question, SECRET, "deck", 1)
    options = "; ".join(f"{label}) {to_text(text)}" for label, text in zip(drawn.shown.labels, drawn.shown.texts, strict=True))
    return (
        question.id,
        question.objective,
        question.kind,
        question.depth,
        question.difficulty,
        to_text(drawn.shown.prompt),
        options,
        to_text(shown_key(drawn)),
        to_text(drawn.explanation),
        " ".join(dict.fromkeys(tags_of(question))),
    )


def _csv(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([cell(value) for value in row] for row in rows)
    return out.getvalue()


def deck_json(bank: Bank, cards: Iterable[Card], questions: Iterable[Question]) -> str:
    """Everything as the files say it, in one document."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "content": bank.version,
        "questions": [{"objective": question.objective, **bank.plain_question(question.id)[1]} for question in questions],
        "cards": [
            {
                "id": card.id,
                "objective": card.objective,
                "set": str(card.set),
                "kind": card.kind,
                "front": card.front,
                "back": card.back,
                "why": card.why,
                "terms": list(card.terms),
                "misconceptions": list(card.misconceptions),
                "siblings": list(card.siblings),
            }
            for card in cards
        ],
        "misconceptions": [
            {"id": belief.id, "kind": belief.kind, "statement": belief.statement, "correction": belief.correction}
            for belief in bank.beliefs.values()
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
