"""The statistics of a class as a page shows them: items of code and exam in one table, what was chosen, equal failures. Pure.

With few learners a figure says little: intervals stand beside correlations, and nothing is flagged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from textwrap import shorten

from grader.classroom.alternatives import QuestionFigures
from grader.classroom.items import SMALL, ItemFigures, ItemKind, TestFigures
from grader.classroom.understanding import ObjectiveFigures, Understanding
from grader.content.models import Level
from grader.mathtext import to_text
from grader.records import dataclass
from grader.report.charts import Scatter, scatter
from grader.report.people import People, Person, some
from grader.report.text import percent, plural

MOST_SIGNATURES, MOST_IN_SIGNATURE, MOST_CHECKS, MOST_PAIRS = 10, 8, 4, 10
MOST_PROMPT = 90  # characters
_DRAWN = re.compile(r"\{\{.*?\}\}")


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item as written down; figures that do not exist are "n/a"."""

    name: str
    title: str
    prompt: str  # of a question, its beginning
    kind: str
    objective: str
    n: str
    facility: str
    blank: str
    discrimination: str
    interval: str
    alpha_without: str
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ObjectiveRow:
    """One objective over the class: code and exam side by side, never added."""

    id: str
    title: str
    code: str
    mastered: str
    below_half: str
    exam: str


@dataclass(frozen=True, slots=True)
class AlternativeRow:
    """One alternative of a question."""

    id: str
    text: str
    is_right: bool
    belief: str
    chosen: str
    thirds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """What was chosen in one question."""

    question: str
    n: int
    alternatives: tuple[AlternativeRow, ...]


@dataclass(frozen=True, slots=True)
class SignatureRow:
    """Learners whose work failed in the same way."""

    title: str
    says: str
    checks: tuple[str, ...]
    people: People


@dataclass(frozen=True, slots=True)
class FiguresView:
    """Everything of the section."""

    sentences: tuple[str, ...]
    items: tuple[ItemRow, ...]
    scatter: Scatter
    objectives: tuple[ObjectiveRow, ...]
    has_exam: bool
    questions: tuple[QuestionRow, ...]
    has_thirds: bool
    signatures: tuple[SignatureRow, ...]
    more_signatures: int
    together: tuple[tuple[str, str, str], ...]


def figures_view(found: Understanding, people: Mapping[str, Person], level: Level, prompts: Mapping[str, str] | None = None) -> FiguresView:
    """The section, from the figures; `prompts` are those of the exam's questions."""
    return FiguresView(
        tuple(_sentences(found)),
        tuple(_item(each, level, prompts or {}) for each in found.items.items),
        scatter([(each.name, each.facility, each.discrimination) for each in found.items.items]),
        tuple(_objective(each, level) for each in found.objectives),
        any(each.exam_n for each in found.objectives),
        tuple(_question(each, level) for each in found.questions),
        any(option.by_third for each in found.questions for option in each.alternatives),
        tuple(_signatures(found, people, level)),
        max(0, len(found.signatures) - MOST_SIGNATURES),
        tuple((_called(one, level), _called(two, level), plural(count, "learner")) for one, two, count in found.together[:MOST_PAIRS]),
    )


def _sentences(found: Understanding) -> Iterator[str]:
    items = found.items
    yield f"{plural(items.n, 'learner')} with work that could be judged in full." + _left_out(items, found)
    if items.alpha is not None:
        yield f"Cronbach's alpha {items.alpha:.2f} (KR-20 where items are right or wrong); standard error {_figure(items.sem)} points."
    if items.is_small:
        yield f"Below {SMALL} learners figures say little: look at the intervals. Nothing is flagged."
    again = sum(count for attempts, count in found.attempts if attempts > 1)
    if again:
        yield f"{plural(again, 'learner')} handed in more than once; up to {max(attempts for attempts, _ in found.attempts)} times."


def _left_out(items: TestFigures, found: Understanding) -> str:
    """Whom the figures leave out, and why."""
    if not items.left_out:
        return ""
    why = "open points" + (", or no exam" if any(each.kind is ItemKind.QUESTION for each in found.items.items) else "")
    return f" {items.left_out} left out of r and alpha: {why}."


def _item(each: ItemFigures, level: Level, prompts: Mapping[str, str]) -> ItemRow:
    title = level.exercise(each.name).title if each.kind is ItemKind.EXERCISE else ""
    between = f"{_signed(each.interval[0])} … {_signed(each.interval[1])}" if each.interval else ""
    return ItemRow(
        each.name,
        title,
        shorten(_undrawn(prompts.get(each.name, "")), MOST_PROMPT, placeholder=" …"),
        each.kind.value,
        each.objective,
        f"{each.n:,}",
        _figure(each.facility),
        percent(each.omitted),
        _signed(each.discrimination),
        between,
        _figure(each.alpha_without),
        each.flags,
    )


def _undrawn(text: str) -> str:
    """A text of a question in which everyone got other numbers."""
    return to_text(_DRAWN.sub("…", text))


def _figure(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.2f}".replace("-", "−")


def _signed(value: float | None) -> str:
    return "n/a" if value is None else f"{value:+.2f}".replace("-", "−")


def _objective(each: ObjectiveFigures, level: Level) -> ObjectiveRow:
    exam = f"{percent(each.exam_mean)} ({each.exam_n:,})" if each.exam_n else "–"
    code = f"{percent(each.mean)} ({each.n:,})" if each.n else "–"
    return ObjectiveRow(each.id, level.objective(each.id).title, code, f"{each.mastered:,}", f"{each.below_half:,}", exam)


def _question(each: QuestionFigures, level: Level) -> QuestionRow:
    rows = (
        AlternativeRow(
            option.id,
            _undrawn(option.text),
            option.is_right,
            _called(option.misconception, level) if option.misconception else "",
            percent(option.count / each.n if each.n else None),
            tuple(percent(share) for share in option.by_third or ()),
        )
        for option in each.alternatives
    )
    return QuestionRow(each.question, each.n, tuple(rows))


def _called(tag: str, level: Level) -> str:
    """A misconception in its own words; its id when the catalogue has lost it."""
    entry = level.misconceptions.get(tag.partition("/")[0])
    return entry.statement if entry is not None else tag


def _signatures(found: Understanding, people: Mapping[str, Person], level: Level) -> Iterator[SignatureRow]:
    for each in found.signatures[:MOST_SIGNATURES]:
        more = len(each.checks) - MOST_CHECKS
        checks = (*each.checks[:MOST_CHECKS], *((f"and {more} more",) if more > 0 else ()))
        who = some(each.keys, people, MOST_IN_SIGNATURE)
        yield SignatureRow(level.exercise(each.slug).title, plural(len(each.keys), "learner"), checks, who)
