"""Plain data of the content files to questions; written for data that lint accepts, and says so when it is not.

Knows no file: `bank` reads them. What may be left out in a file gets its default here and in `model`, nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grader.quiz.hashes import meaning_hash
from grader.quiz.model import (
    ChoiceKey,
    Depth,
    FreeKey,
    HotspotKey,
    Item,
    Key,
    Kind,
    MatchKey,
    MatrixKey,
    NumericKey,
    Option,
    OrderKey,
    OutputKey,
    Param,
    Question,
    Scoring,
    ShortKey,
    Tolerance,
    Track,
    Wrong,
)

Data = Mapping[str, Any]


def decode_question(data: Data, objective: str) -> Question:
    """One question; KeyError, TypeError or ValueError when lint would have refused it."""
    kind = Kind(data["type"])
    return Question(
        id=data["id"],
        objective=objective,
        kind=kind,
        depth=Depth(data["level"]),
        difficulty=data["difficulty"],
        prompt=data["prompt"],
        explanation=data["explanation"],
        key=_KEYS[kind](data),
        code=data.get("code", ""),
        track=Track(data.get("track", Track.FOUNDATION)),
        needs=tuple(data.get("needs", ())),
        not_with=tuple(data.get("not_with", ())),
        terms=tuple(data.get("terms", ())),
        misconception=data.get("misconception", ""),
        params=decode_params(data.get("params", {})),
        require=tuple(data.get("require", ())),
        meaning=meaning_hash(data),
    )


def decode_params(data: Data) -> tuple[Param, ...]:
    """The parameters of a question or card, in order."""
    return tuple(_param(name, rule) for name, rule in data.items())


def _param(name: str, rule: Data) -> Param:
    what = next(key for key in rule if key != "count")
    return Param(name, what, rule[what], _expr(rule.get("count", "")))


def _expr(value: Any) -> str:
    """A number, a nested list of numbers and expressions, or an expression, as one expression."""
    if isinstance(value, list):
        return f"[{', '.join(map(_expr, value))}]"
    return value if isinstance(value, str) else repr(value)


def _tolerance(data: Data) -> Tolerance:
    given = data.get("tolerance", {})
    if "decimals" in given:
        return Tolerance(abs=f"0.{'0' * given['decimals']}5")
    return Tolerance(abs=_expr(given.get("abs", 0)), rel=_expr(given.get("rel", 0)), sigfigs=given.get("sigfigs", 0))


def _wrongs(data: Data, field: str, read: Callable[[Any], str] = _expr) -> tuple[Wrong, ...]:
    return tuple(
        Wrong(read(entry[field]), entry["misconception"], entry.get("feedback", ""), _expr(entry.get("when", "")))
        for entry in data.get("wrong", ())
    )


def _items(entries: Sequence[Data]) -> tuple[Item, ...]:
    return tuple(Item(entry["id"], entry["text"]) for entry in entries)


def _choice(data: Data) -> ChoiceKey:
    options = tuple(
        Option(
            entry["id"],
            entry["text"],
            entry.get("correct", False),
            entry.get("misconception", ""),
            entry.get("feedback", ""),
            entry.get("pin") == "last",
        )
        for entry in data["options"]
    )
    return ChoiceKey(options, data["type"] == Kind.MULTI, Scoring(data.get("scoring", Scoring.NET_CORRECT)))


def _numeric(data: Data) -> NumericKey:
    units = {name: _expr(size) for name, size in data.get("units", {}).items()}
    return NumericKey(_expr(data["answer"]), _tolerance(data), _wrongs(data, "answer"), units)


def _short(data: Data) -> ShortKey:
    return ShortKey(tuple(map(str, data["accept"])), _wrongs(data, "text", str))


def _id_list(value: Any) -> str:
    """Ids as an expression that gives the list of them."""
    return value if isinstance(value, str) else json.dumps(list(value))


def _order(data: Data) -> OrderKey:
    also = tuple(tuple(order) for order in data.get("also", ()))
    return OrderKey(_items(data["items"]), data.get("order", ""), also, _wrongs(data, "order", _id_list))


def _match(data: Data) -> MatchKey:
    wrong = {(entry["left"], entry["right"]): entry["misconception"] for entry in data.get("wrong", ())}
    return MatchKey(_items(data["left"]), _items(data["right"]), dict(data["pairs"]), wrong)


def _matrix(data: Data) -> MatrixKey:
    rows, columns = data["shape"]
    return MatrixKey(
        rows=_expr(rows),
        columns=_expr(columns),
        answer=_expr(data["answer"]),
        tolerance=_tolerance(data),
        wrong=_wrongs(data, "answer"),
        scoring=Scoring(data.get("scoring", Scoring.PER_ROW)),
        transposed=data.get("transposed", ""),
        column_sums=data.get("column_sums", ""),
        is_shape=data.get("rendering") == "shape",
    )


def _output(data: Data) -> OutputKey:
    return OutputKey(data["stdout"], _wrongs(data, "stdout", str))


def _hotspot(data: Data) -> HotspotKey:
    rows, columns = data["grid"]
    return HotspotKey(_expr(rows), _expr(columns), _expr(data["answer"]), data["alt"], _wrongs(data, "cells"))


def _free(data: Data) -> FreeKey:
    return FreeKey(tuple(data["rubric"]))


_KEYS: dict[Kind, Callable[[Data], Key]] = {
    Kind.SINGLE: _choice,
    Kind.MULTI: _choice,
    Kind.NUMERIC: _numeric,
    Kind.SHORT: _short,
    Kind.ORDER: _order,
    Kind.MATCH: _match,
    Kind.MATRIX: _matrix,
    Kind.OUTPUT: _output,
    Kind.HOTSPOT: _hotspot,
    Kind.FREE: _free,
}
