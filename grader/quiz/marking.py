"""Marks one answer: `mark(drawn, raw, terms)` knows no disk, no clock and no terminal.

The score is an exact fraction from 0 to 1. What cannot be read, and a near miss in spelling, costs no attempt; a blank is not wrong. A
right answer is looked for first, then the wrong answers we know, and only then is it simply wrong.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from enum import StrEnum
from fractions import Fraction
from typing import Any

from grader.quiz import drawn as d
from grader.quiz.model import Scoring
from grader.quiz.numbers import Refused, parse_number, show_number
from grader.quiz.read import (
    read_cells,
    read_figures,
    read_labels,
    read_pairs,
    read_shape,
    read_table,
    split_unit,
)
from grader.quiz.words import normal, one_slip_apart
from grader.records import dataclass

VERSION = "grader/marking/1"
MAX_CHARS = 4_000
NEAR_MISS_FROM = 6


class Standing(StrEnum):
    """What became of an answer; only RIGHT, PARTLY and WRONG use up an attempt."""

    RIGHT = "right"
    PARTLY = "partly"
    WRONG = "wrong"
    BLANK = "blank"
    UNREADABLE = "unreadable"
    NEARLY = "nearly"

    @property
    def is_final(self) -> bool:
        """True when the answer counts."""
        return self in (Standing.RIGHT, Standing.PARTLY, Standing.WRONG)


@dataclass(frozen=True, slots=True)
class Marked:
    """The mark of one answer. `notes` are sentences for the learner; they may give the answer away."""

    standing: Standing
    score: Fraction | None  # None when the answer does not count
    misconceptions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    read_as: str = ""


def mark(drawn: d.Drawn, raw: str, terms: Iterable[str] = ()) -> Marked:
    """The mark of what was typed; `terms` are names that a near miss must not be mistaken for. Never raises for what `raw` is."""
    if len(raw) > MAX_CHARS:
        return _unreadable(f"That is longer than {MAX_CHARS} characters.")
    text = "".join(char for char in raw if char in "\n\t" or char.isprintable() or char.isspace())
    if not text.strip():
        return Marked(Standing.BLANK, None)
    marked = _MARK[type(drawn.key)](drawn.key, text, tuple(map(normal, terms)))
    fallback = drawn.question.misconception
    if marked.standing is Standing.WRONG and fallback and (drawn.question.is_bug or not marked.misconceptions):
        return Marked(marked.standing, marked.score, (fallback,), marked.notes, marked.read_as)
    return marked


def _unreadable(reason: str) -> Marked:
    return Marked(Standing.UNREADABLE, None, notes=(reason,))


def _right(read_as: str, *notes: str) -> Marked:
    return Marked(Standing.RIGHT, Fraction(1), (), notes, read_as)


def _wrong(read_as: str, known: d.KnownWrong | None = None, *notes: str) -> Marked:
    if known is None:
        return Marked(Standing.WRONG, Fraction(0), (), notes, read_as)
    said = (known.feedback,) if known.feedback else ()
    return Marked(Standing.WRONG, Fraction(0), (known.misconception,), (*said, *notes), read_as)


def _scored(score: Fraction, read_as: str, tags: Iterable[str] = (), notes: Iterable[str] = ()) -> Marked:
    """Partly right, or wrong when nothing is left."""
    standing = Standing.RIGHT if score == 1 else Standing.PARTLY if score > 0 else Standing.WRONG
    unique = tuple(dict.fromkeys(tag for tag in tags if tag))
    return Marked(standing, score, unique, tuple(dict.fromkeys(note for note in notes if note)), read_as)


# ------------------------------------------------------------ single and multi


def _mark_options(key: d.Options, text: str, _: tuple[str, ...]) -> Marked:
    typed = None if key.many else _typed_option(key, text)
    labels = [typed] if typed else read_labels(text, tuple(option.label for option in key.options), many=key.many)
    if isinstance(labels, Refused):
        return _unreadable(labels.reason)
    ticked = [option for option in key.options if option.label in labels]
    read_as = " ".join(option.label for option in ticked)
    score = _multi_score(key, ticked) if key.many else Fraction(int(ticked[0].correct))
    false = [option for option in ticked if not option.correct]
    return _scored(score, read_as, (option.misconception for option in false), (option.feedback for option in false))


def _typed_option(key: d.Options, text: str) -> str | None:
    """The label of the option that was typed out instead of its letter; of "line 4", the number is enough."""
    wanted = normal(text)
    if any(option.label == wanted for option in key.options):
        return None
    found = [option.label for option in key.options if normal(option.text) in (wanted, f"line {wanted}")]
    return found[0] if len(found) == 1 else None


def _multi_score(key: d.Options, ticked: list[d.ShownOption]) -> Fraction:
    right = sum(option.correct for option in key.options)
    hits = sum(option.correct for option in ticked)
    false = len(ticked) - hits
    if hits == right and not false:
        return Fraction(1)
    if key.scoring is Scoring.ALL_OR_NOTHING:
        return Fraction(0)
    if key.scoring is Scoring.EACH_DECISION:
        return Fraction(hits + (len(key.options) - right - false), len(key.options))
    return max(Fraction(0), Fraction(hits - false, right))


# --------------------------------------------------------------------- numbers


def _mark_number(key: d.Number, text: str, _: tuple[str, ...]) -> Marked:
    bare, unit = split_unit(text, tuple(key.units))
    if isinstance(unit, Refused):
        return _unreadable(unit.reason)
    value = parse_number(bare)
    if isinstance(value, Refused):
        return _unreadable(value.reason)
    read_as = f"{show_number(value)}{f' {unit}' if unit else ''}"
    in_base = value * key.units[unit] if unit else value
    if abs(in_base - key.answer) <= key.margin:
        return _right(read_as, *_figures_note(key, bare))
    return _known_or_wrong_number(key, in_base, value, unit, read_as)


def _figures_note(key: d.Number, bare: str) -> tuple[str, ...]:
    """Value and precision are judged apart: a right value with other figures stays right, and is told."""
    if not key.sigfigs:
        return ()
    low, high = read_figures(bare)
    if low <= key.sigfigs <= high:
        return ()
    return (f"The value is right; {key.sigfigs} significant figures were asked for.",)


def _known_or_wrong_number(key: d.Number, in_base: Fraction, value: Fraction, unit: str, read_as: str) -> Marked:
    for known in key.wrong:
        assert isinstance(known.answer, Fraction)  # variants builds it so
        if abs(in_base - known.answer) <= key.margin:
            return _wrong(read_as, known)
    if unit and any(abs(value * size - key.answer) <= key.margin for size in key.units.values()):
        return _wrong(read_as, None, "The number is right, the unit is not.")
    if key.answer and abs(in_base + key.answer) <= key.margin:
        return _wrong(read_as, None, "The size is right, the sign is not.")
    if key.answer and any(abs(in_base * ten - key.answer) <= key.margin for ten in (Fraction(10), Fraction(1, 10))):
        return _wrong(read_as, None, "Ten times too large or too small.")
    return _wrong(read_as)


# ----------------------------------------------------------------- short texts


def _mark_text(key: d.Text, text: str, terms: tuple[str, ...]) -> Marked:
    given = normal(text)
    accepted = [normal(answer) for answer in key.accept]
    if given in accepted:
        return _right(given)
    for known in key.wrong:
        if given == normal(str(known.answer)):
            return _wrong(given, known)
    taken = {*terms, *(normal(str(known.answer)) for known in key.wrong)}
    if len(given) >= NEAR_MISS_FROM and given not in taken and any(one_slip_apart(given, answer) for answer in accepted):
        return Marked(Standing.NEARLY, None, notes=("Check the spelling.",), read_as=given)
    return _wrong(given)


# ----------------------------------------------------------- order and matching


def _mark_order(key: d.Sequence, text: str, _: tuple[str, ...]) -> Marked:
    labels = read_labels(text, key.labels, many=True, in_order=True)
    if isinstance(labels, Refused):
        return _unreadable(labels.reason)
    if len(labels) != len(key.labels):
        return _unreadable(f"Name every one of {' '.join(key.labels)} once, in your order.")
    given, read_as = tuple(labels), " ".join(labels)
    if given in key.right:
        return _right(read_as)
    known = next((entry for entry in key.wrong if entry.answer == given), None)
    score = max(_neighbours(given, right) for right in key.right)
    note = _first_break(key, given)
    tags = (known.misconception,) if known else ()
    return _scored(score, read_as, tags, ((known.feedback, note) if known else (note,)))


def _neighbours(given: tuple[str, ...], right: tuple[str, ...]) -> Fraction:
    """The share of right neighbours; below 1 for any order but the right one."""
    wanted = set(itertools.pairwise(right))
    found = sum(pair in wanted for pair in itertools.pairwise(given))
    return Fraction(found, len(right) - 1)


def _first_break(key: d.Sequence, given: tuple[str, ...]) -> str:
    """Names the first step that is out of place."""
    best = max(key.right, key=lambda right: _neighbours(given, right))
    label = next(got for got, wanted in zip(given, best, strict=True) if got != wanted)
    return f"The first step out of place: {label}) {key.texts[label]}"


def _mark_pairs(key: d.Pairs, text: str, _: tuple[str, ...]) -> Marked:
    pairs = read_pairs(text, key.left, key.right)
    if isinstance(pairs, Refused):
        return _unreadable(pairs.reason)
    if len(pairs) != len(key.left):
        return _unreadable(f"Give one letter for each of {' '.join(key.left)}, for example {key.left[0]}{key.right[0]}.")
    hits = sum(key.pairs[left] == right for left, right in pairs.items())
    tags = [key.wrong.get((left, right), "") for left, right in pairs.items() if key.pairs[left] != right]
    return _scored(Fraction(hits, len(key.left)), " ".join(f"{a}{b}" for a, b in sorted(pairs.items())), tags)


# -------------------------------------------------------------------- matrices

Rows = tuple[tuple[Fraction, ...], ...]


def _mark_table(key: d.Table, text: str, _: tuple[str, ...]) -> Marked:
    given = read_shape(text) if key.is_shape else read_table(text)
    if isinstance(given, Refused):
        return _unreadable(given.reason)
    read_as = _show_rows(given, key.is_shape)
    if _same_table(key, given, key.answer):
        return _right(read_as)
    for known in key.wrong:
        if _same_table(key, given, known.answer):
            return _wrong(read_as, known)
    turned = tuple(zip(*key.answer, strict=True))
    if key.transposed and _same_table(key, given, turned):
        return _wrong(read_as, d.KnownWrong(turned, key.transposed, "Rows and columns are swapped."))
    rows, columns = len(key.answer), len(key.answer[0])
    if any(len(row) != columns for row in given) or len(given) != rows:
        return _unreadable(_wanted_shape(rows, columns, given, key.is_shape))
    if key.column_sums and _adds_up_down(key, given):
        return _wrong(read_as, d.KnownWrong(given, key.column_sums, "Your columns add up to 1, not your rows."))
    return _scored(_table_score(key, given), read_as)


def _wanted_shape(rows: int, columns: int, given: Rows, is_shape: bool) -> str:
    if is_shape:
        return f"Give {columns} numbers, as in {' x '.join('3' * columns)}."
    example = "; ".join([" ".join("0" * columns)] * rows)
    widths = sorted({len(row) for row in given})
    got = f"{len(given)} x {widths[0]}" if len(widths) == 1 else "rows of different lengths"
    return f"Give {rows} x {columns} numbers, you gave {got}. Rows are parted by ;  as in {example}"


def _show_rows(rows: Rows, is_shape: bool) -> str:
    if is_shape:
        return " x ".join(show_number(cell) for cell in rows[0])
    return "; ".join(" ".join(show_number(cell) for cell in row) for row in rows)


def _cell_is_right(key: d.Table, given: Fraction, wanted: Fraction) -> bool:
    return abs(given - wanted) <= max(key.margin, key.rel * abs(wanted))


def _same_table(key: d.Table, given: Rows, wanted: Any) -> bool:
    return len(given) == len(wanted) and all(
        len(row) == len(right) and all(_cell_is_right(key, a, b) for a, b in zip(row, right, strict=True))
        for row, right in zip(given, wanted, strict=True)
    )


def _adds_up_down(key: d.Table, given: Rows) -> bool:
    """Every column adds up to 1 and some row does not, within what rounding may do."""
    slack = key.margin * max(len(given), len(given[0])) + Fraction(1, 1000)
    down = [abs(sum(column, Fraction(0)) - 1) <= slack for column in zip(*given, strict=True)]
    return all(down) and not all(abs(sum(row, Fraction(0)) - 1) <= slack for row in given)


def _table_score(key: d.Table, given: Rows) -> Fraction:
    if key.is_shape or key.scoring is Scoring.ALL_OR_NOTHING:
        return Fraction(0)
    right = [[_cell_is_right(key, a, b) for a, b in zip(row, wanted, strict=True)] for row, wanted in zip(given, key.answer, strict=True)]
    parts = [cell for row in right for cell in row] if key.scoring is Scoring.PER_CELL else [all(row) for row in right]
    return Fraction(sum(parts), len(parts))


# ---------------------------------------------------------------------- output


def _lines(text: str) -> list[str]:
    """Lines without line-end spelling, trailing spaces and empty ends."""
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return lines


def _packed(lines: list[str]) -> list[str]:
    """Spaces beside brackets and commas do not matter."""
    return ["".join(line.split()) if any(char in line for char in "[](),") else " ".join(line.split()) for line in lines]


def _mark_printed(key: d.Printed, text: str, _: tuple[str, ...]) -> Marked:
    given, wanted = _lines(text), _lines(key.stdout)
    read_as = "\n".join(given)
    if _packed(given) == _packed(wanted):
        return _right(read_as)
    for known in key.wrong:
        if _packed(given) == _packed(_lines(str(known.answer))):
            return _wrong(read_as, known)
    if "".join("".join(given).split()) == "".join("".join(wanted).split()):
        return _unreadable("Spaces or line ends differ from what is printed; look once more.")
    if len(wanted) == 1:
        return _wrong(read_as)
    hits = sum(a == b for a, b in zip(_packed(given), _packed(wanted), strict=False))
    return _scored(Fraction(hits, max(len(wanted), len(given))), read_as)


# --------------------------------------------------------------------- hotspot


def _mark_cells(key: d.Cells, text: str, _: tuple[str, ...]) -> Marked:
    given = read_cells(text, key.rows, key.columns)
    if isinstance(given, Refused):
        return _unreadable(given.reason)
    read_as = " ".join(f"r{row}c{column}" for row, column in sorted(given))
    if given == key.answer:
        return _right(read_as)
    known = next((entry for entry in key.wrong if entry.answer == given), None)
    hits = len(given & key.answer)
    score = max(Fraction(0), Fraction(hits - len(given - key.answer), len(key.answer)))
    if known is None:
        return _scored(score, read_as)
    return _scored(score, read_as, (known.misconception,), (known.feedback,))


def _mark_free(_: d.Rubric, text: str, __: tuple[str, ...]) -> Marked:
    """Nothing is scored: the learner compares with the rubric."""
    return Marked(Standing.RIGHT, None, read_as=" ".join(text.split()))


_MARK: dict[type[Any], Callable[[Any, str, tuple[str, ...]], Marked]] = {
    d.Options: _mark_options,
    d.Number: _mark_number,
    d.Text: _mark_text,
    d.Sequence: _mark_order,
    d.Pairs: _mark_pairs,
    d.Table: _mark_table,
    d.Printed: _mark_printed,
    d.Cells: _mark_cells,
    d.Rubric: _mark_free,
}
