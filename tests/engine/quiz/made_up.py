"""Small made-up questions for the quiz tests, one of every type, and a bank to hold them."""

from __future__ import annotations

from typing import Any

from grader.quiz.bank import Bank
from grader.quiz.decode import decode_question
from grader.quiz.drawn import Drawn
from grader.quiz.variants import draw

SECRET = b"a secret for tests"


def item(kind: str, name: str = "q", **fields: Any) -> dict[str, Any]:
    """A question as plain data."""
    base = {"id": name, "type": kind, "level": "recall", "difficulty": 1, "prompt": f"Which {kind}?", "explanation": "Because."}
    return {**base, **fields}


SINGLE = item(
    "single",
    options=[
        {"id": "a", "text": "four", "correct": True},
        {"id": "b", "text": "five", "misconception": "apples-fly", "feedback": "One too many."},
        {"id": "c", "text": "six", "misconception": "slip-count/two"},
    ],
)
MULTI = item(
    "multi",
    options=[
        {"id": "a", "text": "two", "correct": True},
        {"id": "b", "text": "three", "correct": True},
        {"id": "c", "text": "four", "misconception": "apples-fly"},
        {"id": "d", "text": "six", "misconception": "slip-count"},
    ],
)
NUMERIC = item(
    "numeric",
    params={"a": {"int": [2, 9]}, "b": {"int": [2, 9]}},
    prompt="What is {{a}} / {{b}}?",
    answer="a / b",
    tolerance={"abs": 0.005},
    wrong=[
        {"answer": "b / a", "misconception": "apples-fly"},
        {"answer": "a * b", "misconception": "slip-count", "feedback": "{{a}} times."},
    ],
)
SHORT = item("short", accept=["softmax", "the soft max"], wrong=[{"text": "sigmoid", "misconception": "apples-fly"}])
ORDER = item(
    "order",
    items=[{"id": name, "text": name} for name in ("wake", "rise", "wash", "eat")],
    wrong=[{"order": ["rise", "wake", "wash", "eat"], "misconception": "apples-fly"}],
)
MATCH = item(
    "match",
    left=[{"id": "cow", "text": "cow"}, {"id": "hen", "text": "hen"}],
    right=[{"id": "calf", "text": "calf"}, {"id": "chick", "text": "chick"}, {"id": "lamb", "text": "lamb"}],
    pairs={"cow": "calf", "hen": "chick"},
    wrong=[{"left": "cow", "right": "lamb", "misconception": "apples-fly"}],
)
MATRIX = item(
    "matrix",
    shape=[2, 2],
    answer=[["1/2", "1/2"], ["1/4", "3/4"]],
    tolerance={"abs": 0.005},
    transposed="apples-fly",
    column_sums="slip-count",
    wrong=[{"answer": [[1, 1], [1, 3]], "misconception": "slip-count/undivided"}],
)
OUTPUT = item("output", code="print([1, 2])\nprint('x')\n", stdout="[1, 2]\nx\n", wrong=[{"stdout": "3\nx", "misconception": "apples-fly"}])
HOTSPOT = item(
    "hotspot",
    grid=[3, 3],
    alt="rows and columns",
    answer="[[r, c] for r in range(1, 4) for c in range(1, 4) if c > r]",
    wrong=[{"cells": "[[r, c] for r in range(1, 4) for c in range(1, 4) if c < r]", "misconception": "apples-fly"}],
)
FREE = item("free", rubric=["Says something."])

EVERY_TYPE = {data["type"]: data for data in (SINGLE, MULTI, NUMERIC, SHORT, ORDER, MATCH, MATRIX, OUTPUT, HOTSPOT, FREE)}


def drawn(data: dict[str, Any], *, learner: str = "me", attempt: int = 1) -> Drawn:
    """A question drawn for one learner and attempt."""
    return draw(decode_question(data, "O1"), SECRET, learner, attempt)


def label_of(one: Drawn, text: str) -> str:
    """The letter that stands before a text."""
    return dict(zip(one.shown.texts, one.shown.labels, strict=True))[text]


def bank(*questions: dict[str, Any], objective: str = "O1") -> Bank:
    """A bank of questions of one objective; more with `objective` as a key of their own data."""
    parts: dict[str, list[dict[str, Any]]] = {}
    for data in questions:
        parts.setdefault(data.get("objective", objective), []).append({key: value for key, value in data.items() if key != "objective"})
    beliefs = [
        {
            "id": "apples-fly",
            "kind": "misconception",
            "statement": "Apples fly.",
            "correction": "They fall.",
            "note": "o1#a",
            "nudge": "Do they?",
        },
        {"id": "slip-count", "kind": "slip", "statement": "Counted wrongly.", "correction": "Count again."},
    ]
    listed = [{"objective": name, "questions": found} for name, found in parts.items()]
    return Bank({"parts": listed, "misconceptions": beliefs, "same_as": {}}, "version 1")
