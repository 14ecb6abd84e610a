"""Whether a draw keeps the known wrong answers apart from the answer, and from each other where they show different things.

Otherwise the diagnosis would be a guess, and a wrong rule could score.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import cast

from grader.quiz.expressions import evaluate
from grader.quiz.model import HotspotKey, Key, MatrixKey, NumericKey, OrderKey, ShortKey
from grader.quiz.values import Value, show
from grader.quiz.words import normal
from grader.quiz.worked import active, cells_of, fill, flat, grid_of, margin_of, orders


def tells_apart(key: Key, values: Mapping[str, Value]) -> bool:
    """True when no known wrong answer can pass for the answer, and no two with different tags for each other."""
    if isinstance(key, (NumericKey, MatrixKey)):
        margin, answer = margin_of(key, values)
        wrong = [(flat(evaluate(entry.answer, values)), entry.misconception) for entry in active(key.wrong, values)]
        right = flat(answer)
        if any(_close(found, right, 2 * margin) for found, _ in wrong):
            return False
        return not any(
            tag != other_tag and _close(found, other, 2 * margin)
            for at, (found, tag) in enumerate(wrong)
            for other, other_tag in wrong[:at]
        )
    if isinstance(key, (HotspotKey, OrderKey, ShortKey)):
        found = [_comparable(key, entry.answer, values) for entry in active(key.wrong, values)]
        return not any(item in found[:at] for at, item in enumerate(found)) and not _is_right(key, found, values)
    return True


def _comparable(key: Key, answer: str, values: Mapping[str, Value]) -> object:
    if isinstance(key, ShortKey):
        return normal(fill(answer, values))
    if isinstance(key, HotspotKey):
        return cells_of(evaluate(answer, values), *grid_of(key, values))
    return tuple(map(show, cast(list[Value], evaluate(answer, values))))


def _is_right(key: HotspotKey | OrderKey | ShortKey, found: Iterable[object], values: Mapping[str, Value]) -> bool:
    if isinstance(key, ShortKey):
        right: list[object] = [normal(fill(text, values)) for text in key.accept]
    elif isinstance(key, HotspotKey):
        right = [cells_of(evaluate(key.answer, values), *grid_of(key, values))]
    else:
        right = list(orders(key, values))
    return any(item in right for item in found)


def _close(left: list[Fraction], right: list[Fraction], margin: Fraction) -> bool:
    return len(left) == len(right) and all(abs(a - b) <= margin for a, b in zip(left, right, strict=True))
