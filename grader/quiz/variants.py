"""Questions with their numbers drawn: chance picks a `Choice`, and `realise` turns the choice into what is shown and its key.

The two steps are apart so that an answer can be marked again years later, from the choice stored with it and a mended key.
Knows no learner and no clock: the caller brings the stream.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from grader.quiz import drawn as d
from grader.quiz.draws import draw_values
from grader.quiz.expressions import evaluate, number
from grader.quiz.model import (
    ChoiceKey,
    FreeKey,
    HotspotKey,
    MatchKey,
    MatrixKey,
    NumericKey,
    OrderKey,
    OutputKey,
    Question,
    Scoring,
    ShortKey,
    Wrong,
)
from grader.quiz.stream import Chooser, Stream, shuffled
from grader.quiz.values import ExpressionError, Value, show
from grader.quiz.worked import active, cells_of, fill, flat, grid_of, margin_of, orders, whole

MAX_TRIES = 400
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class NoVariant(Exception):
    """A question that cannot be drawn: our fault, found by lint; one sentence."""


def draw(question: Question, secret: bytes, learner: str, attempt: int) -> d.Drawn:
    """The question of this learner's attempt (from 1): the same for ever, and on every machine."""

    def stream(purpose: str) -> Stream:
        return Stream(secret, "variant", question.id, learner, str(attempt), purpose)

    numbers, layout = stream("numbers"), stream("layout")
    for _ in range(MAX_TRIES):
        values = draw_values(question, numbers)
        if values is not None:
            return realise(question, arrange(question, values, layout))
    raise NoVariant(f"{question.id}: no draw in {MAX_TRIES} keeps the known wrong answers apart")


def arrange(question: Question, values: Mapping[str, Value], chooser: Chooser) -> d.Choice:
    """The order in which options or items are shown."""
    key = question.key
    if isinstance(key, ChoiceKey):
        loose = [option.id for option in key.options if not option.pin]
        pinned = [option.id for option in key.options if option.pin]
        return d.Choice(values, tuple((loose if question.is_bug else shuffled(loose, chooser)) + pinned))
    if isinstance(key, OrderKey):
        right = orders(key, values)
        return d.Choice(values, _unsorted([item.id for item in key.items], right, chooser))
    if isinstance(key, MatchKey):
        left = shuffled([item.id for item in key.left], chooser)
        return d.Choice(values, tuple(left), tuple(shuffled([item.id for item in key.right], chooser)))
    return d.Choice(values)


def realise(question: Question, choice: d.Choice) -> d.Drawn:
    """What is shown and its key, for a choice made before; NoVariant when the question can no longer be worked out with it."""
    try:
        shown, key = _REALISE[type(question.key)](question, choice)
        explanation = fill(question.explanation, choice.values)
    except (ExpressionError, KeyError) as error:
        raise NoVariant(f"{question.id}: {error}") from error
    return d.Drawn(question, choice, shown, key, explanation)


def _known(wrong: Sequence[Wrong], values: Mapping[str, Value], read: Callable[[str], Any]) -> tuple[d.KnownWrong, ...]:
    return tuple(d.KnownWrong(read(entry.answer), entry.misconception, fill(entry.feedback, values)) for entry in active(wrong, values))


def _shown(question: Question, choice: d.Choice, **extra: Any) -> d.Shown:
    prompt, code = fill(question.prompt, choice.values), fill(question.code, choice.values)
    return d.Shown(question.id, question.kind, prompt, code, **extra)


def _realise_choice(question: Question, choice: d.Choice) -> tuple[d.Shown, d.DrawnKey]:
    key = cast(ChoiceKey, question.key)
    by_id = {option.id: option for option in key.options}
    options = tuple(
        d.ShownOption(
            label,
            option.id,
            fill(option.text, choice.values),
            option.correct,
            option.misconception,
            fill(option.feedback, choice.values),
        )
        for label, option in ((label, by_id[name]) for label, name in zip(LETTERS, choice.layout, strict=False))
    )
    shown = _shown(
        question,
        choice,
        labels=tuple(option.label for option in options),
        texts=tuple(option.text for option in options),
        rule=_SCORING_RULES[key.scoring] if key.many else "",
        is_bug=question.is_bug,
    )
    return shown, d.Options(options, key.many, key.scoring)


_SCORING_RULES = {
    Scoring.NET_CORRECT: "Each right tick adds a share, each wrong tick takes one away.",
    Scoring.ALL_OR_NOTHING: "All right ticks and no wrong one count; anything else is 0.",
    Scoring.EACH_DECISION: "Every option decided rightly adds a share.",
    Scoring.PER_ROW: "Each right row adds a share.",
    Scoring.PER_CELL: "Each right number adds a share.",
}


def _realise_numeric(question: Question, choice: d.Choice) -> tuple[d.Shown, d.DrawnKey]:
    key, values = cast(NumericKey, question.key), choice.values
    margin, _ = margin_of(key, values)
    units = {name: Fraction(size) for name, size in key.units.items()}
    wrong = _known(key.wrong, values, lambda text: number(text, values))
    drawn_key = d.Number(number(key.answer, values), margin, key.tolerance.sigfigs, units, wrong)
    return _shown(question, choice, units=tuple(units)), drawn_key


def _realise_short(question: Question, choice: d.Choice) -> tuple[d.Shown, d.DrawnKey]:
    key, values = cast(ShortKey, question.key), choice.values
    accept = tuple(fill(text, values) for text in key.accept)
    return _shown(question, choice), d.Text(accept, _known(key.wrong, values, lambda text: fill(text, values)))


def _unsorted(ids: list[str], right: tuple[tuple[str, ...], ...], chooser: Chooser) -> tuple[str, ...]:
    """An order to show that is not already a right one."""
    while True:
        order = tuple(shuffled(ids, chooser))
        if order not in right:
            return order


def _realise_order(question: Question, choice: d.Choice) -> tuple[d.Shown, d.DrawnKey]:
    key, values = cast(OrderKey, question.key), choice.values
    label_of = dict(zip(choice.layout, LETTERS, strict=False))
    texts = {item.id: fill(item.text, values) for item in key.items}

    def labels(ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(label_of[name] for name in ids)

    wrong = _known(key.wrong, values, lambda text: labels(map(show, cast(list[Value], evaluate(text, values)))))
    right = tuple(labels(order) for order in orders(key, values))
    shown_labels = labels(choice.layout)
    by_label = {label_of[name]: texts[name] for name in choice.layout}
    shown = _shown(
        question,
        choice,
        labels=shown_labels,
        texts=tuple(by_label[label] for label in shown_labels),
        rule="Each right neighbour adds a share.",
    )
    return shown, d.Sequence(shown_labels, right, wrong, by_label)


def _realise_match(question: Question, choice: d.Choice) -> tuple[d.Shown, d.DrawnKey]:
    key, values = cast(MatchKey, question.key), choice.values
    left = {name: str(at) for at, name in enumerate(choice.layout, 1)}
    right = dict(zip(choice.second, LETTERS, strict=False))
    left_text = {item.id: fill(item.text, values) for item in key.left}
    right_text = {item.id: fill(item.text, values) for item in key.right}
    shown = _shown(
        question,
        choice,
        labels=tuple(left.values()),
        texts=tuple(left_text[name] for name in choice.layout),
        second_labels=tuple(right.values()),
        second_texts=tuple(right_text[name] for name in choice.second),
        rule="Each right pair adds a share.",
    )
    pairs = {left[a]: right[b] for a, b in key.pairs.items()}
    wrong = {(left[a], right[b]): tag for (a, b), tag in key.wrong.items()}
    return shown, d.Pairs(tuple(left.values()), tuple(right.values()), pairs, wrong)


def _table(value: Value, rows: int, columns: int) -> tuple[tuple[Fraction, ...], ...]:
    if not isinstance(value, list) or len(value) != rows:
        raise ExpressionError(f"a table of {rows} rows is needed")
    table = tuple(tuple(flat(row)) for row in value)
    if any(len(row) != columns for row in table):
        raise ExpressionError(f"a table of {rows} x {columns} is needed")
    return table


def _realise_matrix(question: Question, choice: d.Choice) -> tuple[d.Shown, d.DrawnKey]:
    key, values = cast(MatrixKey, question.key), choice.values
    rows, columns = whole(key.rows, values), whole(key.columns, values)
    drawn_key = d.Table(
        answer=_table(evaluate(key.answer, values), rows, columns),
        margin=Fraction(key.tolerance.abs),
        rel=Fraction(key.tolerance.rel),
        scoring=key.scoring,
        wrong=_known(key.wrong, values, lambda text: _table(evaluate(text, values), rows, columns)),
        transposed=key.transposed,
        column_sums=key.column_sums,
        is_shape=key.is_shape,
    )
    whole_table = "Every number has to be right; anything else is 0."
    rule = "" if rows == 1 else whole_table if key.scoring is Scoring.ALL_OR_NOTHING else _SCORING_RULES[key.scoring]
    return _shown(question, choice, grid=(rows, columns), is_shape=key.is_shape, rule=rule), drawn_key


def _realise_output(question: Question, choice: d.Choice) -> tuple[d.Shown, d.DrawnKey]:
    key = cast(OutputKey, question.key)
    stdout = fill(key.stdout, choice.values)
    wrong = _known(key.wrong, choice.values, lambda text: fill(text, choice.values))
    return _shown(question, choice, lines=len(stdout.splitlines())), d.Printed(stdout, wrong)


def _realise_hotspot(question: Question, choice: d.Choice) -> tuple[d.Shown, d.DrawnKey]:
    key, values = cast(HotspotKey, question.key), choice.values
    rows, columns = grid_of(key, values)
    wrong = _known(key.wrong, values, lambda text: cells_of(evaluate(text, values), rows, columns))
    drawn_key = d.Cells(rows, columns, cells_of(evaluate(key.answer, values), rows, columns), wrong)
    shown = _shown(question, choice, grid=(rows, columns), alt=fill(key.alt, values), rule=_SCORING_RULES[Scoring.NET_CORRECT])
    return shown, drawn_key


def _realise_free(question: Question, choice: d.Choice) -> tuple[d.Shown, d.DrawnKey]:
    key = cast(FreeKey, question.key)
    return _shown(question, choice), d.Rubric(tuple(fill(point, choice.values) for point in key.rubric))


_REALISE: dict[type[Any], Callable[[Question, d.Choice], tuple[d.Shown, d.DrawnKey]]] = {
    ChoiceKey: _realise_choice,
    NumericKey: _realise_numeric,
    ShortKey: _realise_short,
    OrderKey: _realise_order,
    MatchKey: _realise_match,
    MatrixKey: _realise_matrix,
    OutputKey: _realise_output,
    HotspotKey: _realise_hotspot,
    FreeKey: _realise_free,
}
