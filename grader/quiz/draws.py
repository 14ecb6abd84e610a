"""Draws the parameters of a question, one rule per kind of parameter.

Knows no secret and no learner: the caller brings the chooser.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import cast

from grader.quiz.apart import tells_apart
from grader.quiz.expressions import evaluate
from grader.quiz.model import Param, Question
from grader.quiz.stream import Chooser, shuffled
from grader.quiz.values import ExpressionError, Value, show, tidy
from grader.quiz.worked import whole


def draw_values(question: Question, chooser: Chooser) -> dict[str, Value] | None:
    """One set of parameter values; None when it breaks `require` or cannot tell answers apart, and has to be drawn again."""
    try:
        values = draw_params(question.params, question.require, chooser)
        return values if values is not None and tells_apart(question.key, values) else None
    except ExpressionError:
        return None


def draw_params(params: Sequence[Param], require: Sequence[str], chooser: Chooser) -> dict[str, Value] | None:
    """One value for each parameter; None when they break `require`. ExpressionError when one cannot be worked out."""
    values: dict[str, Value] = {}
    for param in params:
        values[param.name] = _drawn_value(param, values, chooser)
    return values if all(evaluate(rule, values) for rule in require) else None


def as_value(given: object) -> Value:
    """A constant of a content file, exact: .1 is one tenth."""
    if isinstance(given, float):
        return tidy(Fraction(repr(given)))
    if isinstance(given, list):
        return [as_value(item) for item in given]
    if isinstance(given, (bool, int, str)):
        return given
    raise ExpressionError(f"{given!r} cannot be a parameter")


def _drawn_value(param: Param, values: Mapping[str, Value], chooser: Chooser) -> Value:
    return _RULES[param.rule](param, values, chooser)


def _between(bounds: object, values: Mapping[str, Value], chooser: Chooser) -> int:
    low, high = (whole(bound, values) for bound in cast(list[object], bounds))
    if high < low:
        raise ExpressionError(f"nothing lies between {low} and {high}")
    return low + chooser.below(high - low + 1)


def _rule_choice(param: Param, values: Mapping[str, Value], chooser: Chooser) -> Value:
    pool = _pool(param, values)
    return pool[chooser.below(len(pool))]


def _pool(param: Param, values: Mapping[str, Value]) -> list[Value]:
    pool = evaluate(param.of, values) if isinstance(param.of, str) else as_value(param.of)
    if not isinstance(pool, list) or not pool:
        raise ExpressionError(f"`{param.name}` has nothing to choose from")
    return pool


def _rule_int(param: Param, values: Mapping[str, Value], chooser: Chooser) -> Value:
    return _between(param.of, values, chooser)


def _rule_ints(param: Param, values: Mapping[str, Value], chooser: Chooser) -> Value:
    return [_between(param.of, values, chooser) for _ in range(whole(param.count, values))]


def _rule_table(param: Param, values: Mapping[str, Value], chooser: Chooser) -> Value:
    size = evaluate(param.count, values)
    if not isinstance(size, list) or len(size) != 2:
        raise ExpressionError(f"`{param.name}` needs count: [rows, columns]")
    rows, columns = (whole(show(part), values) for part in size)
    return [[_between(param.of, values, chooser) for _ in range(columns)] for _ in range(rows)]


def _rule_sample(param: Param, values: Mapping[str, Value], chooser: Chooser) -> Value:
    pool, count = _pool(param, values), whole(param.count, values)
    if count > len(pool):
        raise ExpressionError(f"`{param.name}` takes {count} of {len(pool)}")
    taken: list[Value] = []
    for _ in range(count):
        taken.append(pool.pop(chooser.below(len(pool))))
    return taken


def _rule_shuffle(param: Param, values: Mapping[str, Value], chooser: Chooser) -> Value:
    return shuffled(_pool(param, values), chooser)


def _rule_derive(param: Param, values: Mapping[str, Value], _: Chooser) -> Value:
    return evaluate(str(param.of), values)


_RULES: dict[str, Callable[[Param, Mapping[str, Value], Chooser], Value]] = {
    "choice": _rule_choice,
    "int": _rule_int,
    "ints": _rule_ints,
    "table": _rule_table,
    "sample": _rule_sample,
    "shuffle": _rule_shuffle,
    "derive": _rule_derive,
}
RULES = frozenset(_RULES)
