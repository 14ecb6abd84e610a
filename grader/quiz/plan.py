"""Which questions a quiz asks: practice over several objectives, or the form of a level check. Pure: the log and a chooser come in.

Objectives are interleaved, questions that give each other away never meet, and what is new or went wrong comes before what went right.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence

from grader.content.models import QuizRule
from grader.errors import NothingToDo
from grader.quiz.model import Depth, Kind, Question
from grader.quiz.stream import Chooser, shuffled
from grader.records import dataclass

FORM_TRIES = 400


@dataclass(frozen=True, slots=True)
class FormRule:
    """What the form of a level check holds (the level's mastery rule), and how many right answers pass it."""

    questions: int = 8
    needed: int = 7
    parametric: int = 3
    spot_or_predict: int = 1
    explain: int = 1
    types: int = 4


def form_rule(rule: QuizRule) -> FormRule:
    """The form that a level's mastery rule asks for."""
    return FormRule(rule.questions, rule.needed, rule.parametric, rule.spot_or_predict, rule.explain, rule.types)


@dataclass(frozen=True, slots=True)
class Past:
    """What the log says about one question."""

    times: int
    last_was_right: bool
    last_at: str


def practice(
    questions: Iterable[Question], past: Mapping[str, Past], objectives: Sequence[str], count: int, chooser: Chooser
) -> list[Question]:
    """Up to `count` questions, evenly over the objectives, neighbours from different ones where possible."""
    lines: dict[str, deque[Question]] = {}
    for objective in objectives:
        mine = shuffled([question for question in questions if question.objective == objective], chooser)
        lines[objective] = deque(sorted(mine, key=lambda question: _urgency(past.get(question.id))))
    chosen: list[Question] = []
    while len(chosen) < count and any(lines.values()):
        for objective in objectives:
            question = _next_allowed(lines[objective], chosen)
            if question is not None and len(chosen) < count:
                chosen.append(question)
    return apart(chosen)


def _urgency(past: Past | None) -> tuple[int, str]:
    """New first, then what went wrong last, then what was asked longest ago."""
    if past is None:
        return (0, "")
    return (2 if past.last_was_right else 1, past.last_at)


def _next_allowed(line: deque[Question], chosen: Sequence[Question]) -> Question | None:
    taken = {question.id for question in chosen} | {other for question in chosen for other in question.not_with}
    while line:
        question = line.popleft()
        if question.id not in taken:
            return question
    return None


def apart(questions: Sequence[Question]) -> list[Question]:
    """The same questions, neighbours from different objectives as long as there are any."""
    lines: dict[str, deque[Question]] = defaultdict(deque)
    for question in questions:
        lines[question.objective].append(question)
    result: list[Question] = []
    while lines:
        last = result[-1].objective if result else ""
        names = [name for name in lines if name != last] or list(lines)
        name = max(names, key=lambda other: len(lines[other]))
        result.append(lines[name].popleft())
        if not lines[name]:
            del lines[name]
    return result


def form(questions: Iterable[Question], past: Mapping[str, Past], objective: str, rule: FormRule, chooser: Chooser) -> list[Question]:
    """The form of a level check: fresh questions as far as there are, and the mix the rule asks for."""
    mine = [question for question in questions if question.objective == objective and question.kind is not Kind.FREE]
    fresh = [question for question in mine if question.id not in past or question.is_parametric]
    for pool in (fresh, mine):
        for _ in range(FORM_TRIES):
            chosen = _first_allowed(shuffled(pool, chooser), rule.questions)
            if _is_mixed(chosen, rule):
                return chosen
    raise NothingToDo(f"There are too few questions for a level check of {objective}.", hint="run `grader lint`")


def _first_allowed(pool: Sequence[Question], count: int) -> list[Question]:
    chosen: list[Question] = []
    line = deque(pool)
    while line and len(chosen) < count:
        question = _next_allowed(line, chosen)
        if question is not None:
            chosen.append(question)
    return chosen


def _is_mixed(chosen: Sequence[Question], rule: FormRule) -> bool:
    return (
        len(chosen) == rule.questions
        and sum(question.is_parametric for question in chosen) >= rule.parametric
        and sum(question.is_bug or question.kind is Kind.OUTPUT for question in chosen) >= rule.spot_or_predict
        and sum(question.depth is Depth.EXPLAIN for question in chosen) >= rule.explain
        and len({question.kind for question in chosen}) >= rule.types
    )
