"""From the plain controls of a form to what the marker reads, for each type of question. Pure; knows no right answer.

Every control has a twin that is typed at a terminal: what comes out here is exactly what a learner would type there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from grader.quiz.drawn import Shown
from grader.quiz.marking import MAX_CHARS
from grader.quiz.model import Kind
from grader.quiz.numbers import Refused
from grader.quiz.read import read_labels, read_pairs

WORDED = (Kind.SINGLE, Kind.MULTI, Kind.ORDER, Kind.MATCH)  # answers of letters that stand for texts of ours
Fields = Mapping[str, Sequence[str]]  # a sent form: the values of each name


def answer_of(shown: Shown, fields: Fields) -> str:
    """The answer as it would be typed; "" when nothing was chosen or written."""
    if shown.kind in (Kind.SINGLE, Kind.MULTI, Kind.HOTSPOT):
        return " ".join(fields.get("answer", ()))[: MAX_CHARS + 1]
    if shown.kind is Kind.ORDER:
        return _order(shown.labels, fields)
    if shown.kind is Kind.MATCH:
        return " ".join(f"{label}{_one(fields, f'to_{label}')}" for label in shown.labels if _one(fields, f"to_{label}"))
    if shown.kind is Kind.MATRIX and not shown.is_shape:
        return _table(*shown.grid, fields)
    return _one(fields, "answer").replace("\r\n", "\n")[: MAX_CHARS + 1]


def _one(fields: Fields, name: str) -> str:
    return next(iter(fields.get(name, ())), "")


def _order(labels: Sequence[str], fields: Fields) -> str:
    """Labels by their place; of two in one place, or one without, the marker says what is wrong."""
    places = {label: _one(fields, f"place_{label}") for label in labels}
    placed = [label for label in labels if places[label].isascii() and places[label].isdigit() and len(places[label]) < 10]
    if len(set(places.values())) < len(placed):
        return "?"  # nobody can stand in two places: unreadable, which costs no try
    return " ".join(sorted(placed, key=lambda label: int(places[label])))


def _table(rows: int, columns: int, fields: Fields) -> str:
    cells = [[re.sub(r"\s+", "", _one(fields, f"cell_{row}_{column}")) for column in range(columns)] for row in range(rows)]
    if not any(cell for line in cells for cell in line):
        return ""
    return "; ".join(" ".join(cell or "?" for cell in line) for line in cells)


def spelled(shown: Shown, raw: str) -> tuple[str, ...]:
    """An answer in words, where letters stand for texts: chosen options, things in their order, pairs. Else as it was given."""
    texts = dict(zip(shown.labels, shown.texts, strict=True))
    if shown.kind in (Kind.SINGLE, Kind.MULTI, Kind.ORDER):
        labels = read_labels(raw, shown.labels, many=True, in_order=shown.kind is Kind.ORDER)
        return (raw,) if isinstance(labels, Refused) else tuple(texts[label] for label in labels)
    if shown.kind is Kind.MATCH:
        seconds = dict(zip(shown.second_labels, shown.second_texts, strict=True))
        pairs = read_pairs(raw, shown.labels, shown.second_labels)
        return (raw,) if isinstance(pairs, Refused) else tuple(f"{texts[left]} – {seconds[right]}" for left, right in pairs.items())
    return (raw,)


def problem_of(shown: Shown, fields: Fields, notes: Sequence[str]) -> str:
    """Why an answer cannot be read, said for these controls: a learner who ticks does not want to hear of letters."""
    said: Mapping[Kind, str] = {
        Kind.SINGLE: "Choose one answer.",
        Kind.MULTI: "Tick at least one answer.",
        Kind.HOTSPOT: "Mark at least one cell.",
        Kind.ORDER: "Give each a place of its own.",
        Kind.MATCH: "Choose a partner for each.",
    }
    if shown.kind in said:
        return said[shown.kind]
    if not answer_of(shown, fields).strip():
        return "Write your answer first, or leave the question out."
    if shown.kind is Kind.MATRIX and not shown.is_shape:
        return "Write a number into each cell: 3, -0.5, 1/3."
    return " ".join(notes) or "That cannot be read."
