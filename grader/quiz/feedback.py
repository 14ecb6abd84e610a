"""What is said after an answer, for every screen alike: as long as there is another try a nudge and no more, then the key and the reasons.

Pure: an outcome in, texts out (with maths as the files have it). Knows no terminal and no page.
"""

from __future__ import annotations

from grader.quiz.bank import Bank
from grader.quiz.course import SURE, Outcome
from grader.quiz.drawn import Cells, Drawn, Options, Rubric
from grader.quiz.marking import Standing
from grader.quiz.model import Kind
from grader.quiz.written import shown_key
from grader.records import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """One option, whether it is right, and if not why."""

    label: str
    text: str
    is_right: bool
    why: str


@dataclass(frozen=True, slots=True)
class Shows:
    """A misconception or slip that the answer fits. `statement` is "" for a slip: nobody believes it. `tag` leads to its note."""

    tag: str
    statement: str
    correction: str


@dataclass(frozen=True, slots=True)
class Feedback:
    """Everything to be said. With `nudge` set nothing else is: there is another try."""

    head: str
    warning: str = ""  # to who was sure, and wrong
    nudge: str = ""
    options: tuple[Reason, ...] = ()
    cells: Cells | None = None
    right: str = ""  # the right answer, where neither options nor cells show it; may have lines
    notes: tuple[str, ...] = ()
    explanation: str = ""
    shows: tuple[Shows, ...] = ()
    rubric: tuple[str, ...] = ()
    has_cards: bool = False  # cards about it come first in the next drill


def feedback(bank: Bank, drawn: Drawn, outcome: Outcome, confidence: int | None) -> Feedback:
    """What is said about an answer that counts."""
    if drawn.question.kind is Kind.FREE:
        assert isinstance(drawn.key, Rubric)
        return Feedback("Compare with what a good answer says:", explanation=drawn.explanation, rubric=drawn.key.points)
    marked = outcome.marked
    heads = {Standing.RIGHT: "Right.", Standing.PARTLY: f"Partly right: {marked.score} of the points.", Standing.WRONG: "Not right."}
    is_surprise = confidence == SURE and marked.standing is not Standing.RIGHT
    warning = "You were sure: such errors are mended best right now, so read on slowly." if is_surprise else ""
    if not outcome.is_last:
        return Feedback(heads[marked.standing], warning, nudge=_nudge(bank, outcome))
    key = drawn.key
    is_list = isinstance(key, Options) and not drawn.question.is_bug
    return Feedback(
        heads[marked.standing],
        warning,
        options=_reasons(bank, key) if isinstance(key, Options) and is_list else (),
        cells=key if isinstance(key, Cells) else None,
        right="" if is_list or isinstance(key, Cells) else shown_key(drawn),
        notes=() if isinstance(key, Options) else marked.notes,
        explanation=drawn.explanation,
        shows=tuple(_shows(bank, tag, is_list) for tag in marked.misconceptions if bank.belief(tag) is not None),
        has_cards=bool(outcome.brought_forward),
    )


def _nudge(bank: Bank, outcome: Outcome) -> str:
    """A question that leads out of the misconception; the answer stays hidden."""
    found = [belief.nudge for belief in map(bank.belief, outcome.marked.misconceptions) if belief and belief.nudge]
    return f"Think again: {found[0]}" if found else "Think again."


def _reasons(bank: Bank, key: Options) -> tuple[Reason, ...]:
    return tuple(
        Reason(
            option.label, option.text, option.correct, "" if option.correct else option.feedback or _correction(bank, option.misconception)
        )
        for option in key.options
    )


def _correction(bank: Bank, tag: str) -> str:
    belief = bank.belief(tag)
    return "" if belief is None else belief.correction


def _shows(bank: Bank, tag: str, is_list: bool) -> Shows:
    """Of a list of options each wrong one has been corrected already."""
    belief = bank.belief(tag)
    assert belief is not None, "only what the catalogue knows is asked for"
    is_belief = belief.kind == "misconception"
    return Shows(tag, belief.statement if is_belief else "", "" if is_list or not is_belief else belief.correction)
