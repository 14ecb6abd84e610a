"""Rules that work variants out: every one of them, or a thousand where there are more."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from grader.content.strict_yaml import Problem
from grader.quiz import drawn as d
from grader.quiz.bank import cache_folder
from grader.quiz.draws import RULES as PARAM_RULES
from grader.quiz.draws import draw_values
from grader.quiz.expressions import names_in, parse
from grader.quiz.faces import face
from grader.quiz.functions import FUNCTIONS
from grader.quiz.marking import Standing, mark
from grader.quiz.model import HotspotKey, MatrixKey, NumericKey, OrderKey, Question
from grader.quiz.rules.proofs import Proofs
from grader.quiz.rules.registry import Bench, rule
from grader.quiz.source import Entry
from grader.quiz.stream import Odometer, Stream
from grader.quiz.values import ExpressionError, Value
from grader.quiz.variants import NoVariant, arrange, realise
from grader.quiz.worked import slots
from grader.quiz.written import written, written_key

MAX_VARIANTS = 1_000
MAX_WALK = 6_000  # draws looked at, rejected ones included
FEWEST_VARIANTS = 8
FEWEST_ANSWERS = 3
MOST_REJECTED = 0.95
FACES, FEWEST_FACES = 60, 4


@rule("params-drawable", "Every parameter names one rule of drawing, and every expression uses only parameters above it.")
def params_drawable(bench: Bench, name: str) -> Iterator[Problem]:
    """Static: nothing is drawn."""
    for entry in bench.entries:
        yield from _undrawable(bench, entry, name)


def _undrawable(bench: Bench, entry: Entry, name: str) -> Iterator[Problem]:
    known: set[str] = set()
    for parameter, how in entry.data.get("params", {}).items():
        rules = [key for key in how if key in PARAM_RULES]
        if len(rules) != 1:
            yield entry.problem(name, f"`{parameter}` needs exactly one of {', '.join(sorted(PARAM_RULES))}", "params", parameter)
        for text in _expressions_of(how):
            yield from _check(entry, name, text, known, "params", parameter)
        known.add(parameter)
    for where, text in _other_expressions(bench, entry):
        yield from _check(entry, name, text, known, *where)


def _expressions_of(how: Any) -> list[str]:
    texts = [how[key] for key in ("derive", "shuffle", "choice", "sample", "count") if isinstance(how.get(key), str)]
    return texts + [bound for key in ("int", "ints", "table") for bound in how.get(key) or () if isinstance(bound, str)]


def _other_expressions(bench: Bench, entry: Entry) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for at, text in enumerate(entry.data.get("require", ())):
        yield ("require", at), str(text)
    if entry.is_card:
        return
    try:
        key = bench.decoded(entry).key
    except (KeyError, TypeError, ValueError):
        return
    if isinstance(key, (NumericKey, MatrixKey, HotspotKey)):
        yield ("answer",), key.answer
    if isinstance(key, OrderKey) and key.order:
        yield ("order",), key.order
    if isinstance(key, (MatrixKey, HotspotKey)):
        yield ("shape",), key.rows
        yield ("shape",), key.columns
    if isinstance(key, (NumericKey, MatrixKey, HotspotKey, OrderKey)):
        for at, wrong in enumerate(key.wrong):
            yield ("wrong", at), wrong.answer
            if wrong.when:
                yield ("wrong", at, "when"), wrong.when


def _check(entry: Entry, name: str, text: str, known: set[str], *where: str | int) -> Iterator[Problem]:
    try:
        unknown = sorted(names_in(text) - known)
        calls = sorted(_called(text) - FUNCTIONS.keys())
    except ExpressionError as error:
        yield entry.problem(name, str(error), *where)
        return
    for missing in unknown:
        if missing not in calls:
            yield entry.problem(name, f"`{missing}` is not a parameter above this one", *where)
    for missing in calls:
        yield entry.problem(name, f"there is no function `{missing}`", *where)


def _called(text: str) -> set[str]:
    return {node.func.id for node in ast.walk(parse(text)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


@rule("slots-filled", "Every {{name}} in a text is a parameter, and only questions with parameters have them.")
def slots_filled(bench: Bench, name: str) -> Iterator[Problem]:
    """Static."""
    from grader.quiz.rules.items import texts_of

    for entry in bench.entries:
        known = set(entry.data.get("params", {}))
        for where, text in texts_of(dict(entry.data)):
            for missing in sorted(slots(text) - known):
                yield entry.problem(name, f"`{{{{{missing}}}}}` is not a parameter", *where)


@rule("faces-differ", "A card with parameters has at least four different faces, and every one of them can be shown.")
def faces_differ(bench: Bench, name: str) -> Iterator[Problem]:
    """Draws a card a few dozen times."""
    for entry in bench.cards:
        if not entry.data.get("params"):
            continue
        try:
            faces = {tuple(face(entry.data, Stream(b"lint", entry.id, str(number))).values()) for number in range(FACES)}
        except (ExpressionError, KeyError, TypeError, ValueError) as error:
            yield entry.problem(name, f"cannot be drawn: {error}", "params")
            continue
        if len(faces) < FEWEST_FACES:
            yield entry.problem(name, f"only {len(faces)} different faces, {FEWEST_FACES} are needed", "params")


@rule("variants-hold", "Every variant can be drawn and marked: its answer is right, each known wrong answer shows its misconception.")
def variants_hold(bench: Bench, name: str) -> Iterator[Problem]:
    """Draws every variant, or a thousand, and marks the key and the wrong answers of each; what was proven once is remembered."""
    proofs = Proofs(cache_folder())
    for entry in bench.questions:
        if any(_undrawable(bench, entry, name)):
            continue  # told by params-drawable; what comes of it would only mislead
        found = proofs.known(entry.data)
        if found is None:
            found = [(message, where) for message, where in _faults(bench, entry)]
            proofs.keep(entry.data, found)
        for message, where in found:
            yield entry.problem(name, message, *where)
    proofs.save()


Fault = tuple[str, tuple[str, ...]]  # the message, and the path inside the entry


def _faults(bench: Bench, entry: Entry) -> Iterator[Fault]:
    try:
        question = bench.decoded(entry)
        found, rejected = variants(question)
    except (KeyError, TypeError, ValueError, ExpressionError) as error:
        yield f"cannot be worked out: {error}", ()
        return
    yield from _judge(question, found, rejected)


def _judge(question: Question, found: list[d.Drawn], rejected: float) -> Iterator[Fault]:
    if not found:
        yield "no draw keeps the wrong answers apart from the right one and from each other", ("wrong",)
        return
    if question.is_parametric:
        yield from _spread(question, found, rejected)
    for drawn in found:
        problem = _first_fault(drawn)
        if problem:
            yield (f"{problem} (when {_values(drawn)})" if question.is_parametric else problem), ()
            return


def _spread(question: Question, found: list[d.Drawn], rejected: float) -> Iterator[Fault]:
    prompts = {(drawn.shown.prompt, drawn.shown.code, *drawn.shown.texts) for drawn in found}
    answers = {written_key(drawn) for drawn in found}
    if len(prompts) < FEWEST_VARIANTS:
        yield f"only {len(prompts)} different draws, {FEWEST_VARIANTS} are needed", ("params",)
    if len(answers) < FEWEST_ANSWERS and question.kind != "short":
        yield f"only {len(answers)} different answers, {FEWEST_ANSWERS} are needed", ("answer",)
    if rejected > MOST_REJECTED:
        yield f"{rejected:.0%} of the draws have to be thrown away", ("params",)


def variants(question: Question) -> tuple[list[d.Drawn], float]:
    """Every different variant, or a thousand; and the share of draws that was thrown away."""
    if not question.is_parametric:
        values = draw_values(question, Odometer())
        return ([] if values is None else [_realised(question, values)]), 0.0
    walk = _walk_all(question)
    return walk if walk is not None else _sample(question)


def _realised(question: Question, values: dict[str, Value]) -> d.Drawn:
    try:
        return realise(question, arrange(question, values, Stream(b"lint", question.id)))
    except NoVariant as error:
        raise ExpressionError(str(error)) from error


def _walk_all(question: Question) -> tuple[list[d.Drawn], float] | None:
    """Through every sequence of choices; None when there are too many."""
    odometer, seen = Odometer(), 0
    kept: list[dict[str, Value]] = []
    while True:
        values = draw_values(question, odometer)
        seen += 1
        if values is not None:
            kept.append(values)
        if seen == 1 and odometer.about > 4 * MAX_WALK:
            return None
        if not odometer.advance():
            break
        if seen >= MAX_WALK or len(kept) > MAX_VARIANTS:
            return None
    return [_realised(question, values) for values in kept], 1 - len(kept) / seen


def _sample(question: Question) -> tuple[list[d.Drawn], float]:
    stream, seen = Stream(b"lint", "sample", question.id), 0
    kept: list[dict[str, Value]] = []
    while len(kept) < MAX_VARIANTS and seen < MAX_WALK:
        values = draw_values(question, stream)
        seen += 1
        if values is not None:
            kept.append(values)
    return [_realised(question, values) for values in kept], 1 - len(kept) / seen


def _values(drawn: d.Drawn) -> str:
    return ", ".join(f"{name} = {value}" for name, value in list(drawn.choice.values.items())[:4])


def _first_fault(drawn: d.Drawn) -> str:
    """Why this variant is not sound, or ""."""
    if isinstance(drawn.key, d.Rubric):
        return ""
    answer = written_key(drawn)
    marked = mark(drawn, answer)
    if marked.standing is not Standing.RIGHT:
        return f"its own answer `{answer}` is marked {marked.standing}: {' '.join(marked.notes)}"
    for known in getattr(drawn.key, "wrong", ()):
        if not isinstance(known, d.KnownWrong):
            continue
        text = written(known.answer, drawn.key)
        marked = mark(drawn, text)
        if known.misconception not in marked.misconceptions and not drawn.question.is_bug:
            return f"the wrong answer `{text}` shows {marked.misconceptions or 'nothing'}, not {known.misconception}"
    if isinstance(drawn.key, d.Cells) and len(drawn.key.answer) == drawn.key.rows * drawn.key.columns:
        return "every cell is right, so nothing is asked"
    if isinstance(drawn.key, d.Number) and drawn.question.key.tolerance.rel != "0" and drawn.key.answer == 0:  # type: ignore[union-attr]  # a Number comes from a NumericKey
        return "a relative tolerance says nothing about the answer 0"
    return ""
