"""Answers as a learner would type them, exactly, and as one would show them to a person."""

from __future__ import annotations

from fractions import Fraction

from grader.quiz import drawn as d
from grader.quiz.numbers import show_number


def written_key(drawn: d.Drawn) -> str:
    """The right answer as a learner would type it."""
    key = drawn.key
    if isinstance(key, d.Options):
        return " ".join(option.label for option in key.options if option.correct)
    if isinstance(key, d.Pairs):
        return " ".join(f"{left}{right}" for left, right in key.pairs.items())
    if isinstance(key, d.Sequence):
        return " ".join(key.right[0])
    if isinstance(key, d.Text):
        return key.accept[0]
    if isinstance(key, d.Printed):
        return key.stdout
    if isinstance(key, d.Rubric):
        return "in words"
    return written(key.answer, key)


def written(answer: object, key: d.DrawnKey) -> str:
    """An answer of any type as a learner would type it, without losing a digit."""
    if isinstance(answer, Fraction):
        return _digits(answer)
    if isinstance(answer, frozenset):
        return " ".join(f"r{row}c{column}" for row, column in sorted(answer))
    if isinstance(answer, tuple) and answer and isinstance(answer[0], tuple):
        if isinstance(key, d.Table) and key.is_shape:
            return " x ".join(_digits(cell) for cell in answer[0])
        return "; ".join(" ".join(_digits(cell) for cell in row) for row in answer)
    if isinstance(answer, tuple):
        return " ".join(map(str, answer))
    return str(answer)


def _digits(value: Fraction) -> str:
    """Exact where the fraction is short, else twelve decimals."""
    exact = f"{value.numerator}/{value.denominator}" if value.denominator > 1 else str(value.numerator)
    return exact if len(exact) <= 40 else f"{float(value):.12f}"


def shown_key(drawn: d.Drawn) -> str:
    """The right answer for a person: short decimals, options with their texts."""
    key = drawn.key
    if isinstance(key, d.Options):
        return "; ".join(f"{option.label}) {option.text}" for option in key.options if option.correct)
    if isinstance(key, d.Sequence):
        return "; ".join(f"{label}) {key.texts[label]}" for label in key.right[0])
    if isinstance(key, d.Pairs):
        texts = dict(zip(drawn.shown.labels, drawn.shown.texts, strict=True))
        seconds = dict(zip(drawn.shown.second_labels, drawn.shown.second_texts, strict=True))
        return "; ".join(f"{texts[left]}: {seconds[right]}" for left, right in key.pairs.items())
    if isinstance(key, d.Number):
        unit = next(iter(key.units), "")
        return f"{_short(key.answer)}{f' {unit}' if unit else ''}"
    if isinstance(key, d.Table) and not key.is_shape:
        return "; ".join(" ".join(map(_short, row)) for row in key.answer)
    return written_key(drawn)


def _short(value: Fraction) -> str:
    """1/3 (0.3333), 0.25, 8."""
    decimal = show_number(value)
    if value.denominator in (1, 2, 4, 5, 8, 10, 20, 25, 50, 100) or value.denominator > 1_000:
        return decimal
    return f"{value.numerator}/{value.denominator} ({decimal})"
