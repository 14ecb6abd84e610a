"""Right and wrong answers as a form of the desk holds them, from the key of a drawn question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.quiz import drawn as d
from grader.quiz.written import written, written_key

Fields = Mapping[str, Sequence[str]]


def right_fields(drawn: d.Drawn) -> Fields:
    """What to choose, place and write for all points."""
    key = drawn.key
    if isinstance(key, d.Options):
        return {"answer": [option.label for option in key.options if option.correct]}
    if isinstance(key, d.Pairs):
        return {f"to_{left}": [right] for left, right in key.pairs.items()}
    if isinstance(key, d.Sequence):
        return {f"place_{label}": [str(place)] for place, label in enumerate(key.right[0], 1)}
    if isinstance(key, d.Table) and not key.is_shape:
        cells = enumerate(key.answer)
        return {f"cell_{r}_{c}": [written(cell, key)] for r, row in cells for c, cell in enumerate(row)}
    if isinstance(key, d.Cells):
        return {"answer": [f"r{row}c{column}" for row, column in sorted(key.answer)]}
    return {"answer": [written_key(drawn)]}


def wrong_fields(drawn: d.Drawn) -> Fields:
    """What to choose for less than all points."""
    key = drawn.key
    if isinstance(key, d.Options):
        return {"answer": [next(option.label for option in key.options if not option.correct)]}
    if isinstance(key, d.Pairs):
        rights = list(key.pairs.values())
        return {f"to_{left}": [right] for left, right in zip(key.pairs, [*rights[1:], rights[0]], strict=True)}
    if isinstance(key, d.Sequence):
        return {f"place_{label}": [str(place)] for place, label in enumerate(reversed(key.right[0]), 1)}
    if isinstance(key, d.Table) and not key.is_shape:
        return {name: ["987"] for name in right_fields(drawn)}
    if isinstance(key, d.Cells):
        cells = [(r, c) for r in range(1, key.rows + 1) for c in range(1, key.columns + 1)]
        return {"answer": [f"r{row}c{column}" for row, column in cells if (row, column) not in key.answer][:1]}
    if isinstance(key, d.Table):
        return {"answer": ["98 x 76"]}
    return {"answer": ["98765" if isinstance(key, d.Number) else "something else"]}


def fill(page: Any, fields: Fields) -> None:
    """Put an answer into the controls of a page."""
    for name, values in fields.items():
        control = page.locator(f'[name="{name}"]')
        kind = control.first.evaluate("each => each.type")
        for value in values:
            if kind in ("radio", "checkbox"):
                page.locator(f'[name="{name}"][value="{value}"]').check()
            elif kind == "select-one":
                control.select_option(value)
            else:
                control.fill(value)
