"""A question as one learner sees it in one attempt: numbers drawn, options in their order, and the key beside it.

Plain data. `Shown` may go to the learner; `Drawn.key` and `Drawn.explanation` may not, before the answer is in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

from grader.quiz.model import Kind, Question, Scoring
from grader.quiz.values import Value
from grader.records import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """What chance decided: parameter values and the order of what is shown. Stored with every answer, so that it can be marked again."""

    values: Mapping[str, Value] = field(default_factory=dict)
    layout: tuple[str, ...] = ()  # ids of options, items or left items, as shown
    second: tuple[str, ...] = ()  # ids of right items, as shown


@dataclass(frozen=True, slots=True)
class Shown:
    """What a learner may see. Labels are what they type: a, b, c for things to choose or order, 1, 2, 3 for the left of a match."""

    question_id: str
    kind: Kind
    prompt: str
    code: str
    labels: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    second_labels: tuple[str, ...] = ()
    second_texts: tuple[str, ...] = ()
    grid: tuple[int, int] = (0, 0)  # rows, columns of a hotspot or matrix
    alt: str = ""
    is_shape: bool = False
    is_bug: bool = False  # the options are lines of the code
    units: tuple[str, ...] = ()
    lines: int = 0  # output: how many lines to type
    rule: str = ""  # how the score is made, before answering


@dataclass(frozen=True, slots=True)
class ShownOption:
    """An option with its label."""

    label: str
    id: str
    text: str
    correct: bool
    misconception: str
    feedback: str


@dataclass(frozen=True, slots=True)
class KnownWrong:
    """A wrong answer worked out for this draw."""

    answer: object
    misconception: str
    feedback: str


@dataclass(frozen=True, slots=True)
class Options:
    """Key of single and multi."""

    options: tuple[ShownOption, ...]
    many: bool
    scoring: Scoring


@dataclass(frozen=True, slots=True)
class Number:
    """Key of numeric: right within `margin` of `answer`, the edge included."""

    answer: Fraction
    margin: Fraction
    sigfigs: int
    units: Mapping[str, Fraction]
    wrong: tuple[KnownWrong, ...]  # answers are Fraction


@dataclass(frozen=True, slots=True)
class Text:
    """Key of short."""

    accept: tuple[str, ...]
    wrong: tuple[KnownWrong, ...]  # answers are str


@dataclass(frozen=True, slots=True)
class Sequence:
    """Key of order: each right order and each known wrong one as labels."""

    labels: tuple[str, ...]
    right: tuple[tuple[str, ...], ...]
    wrong: tuple[KnownWrong, ...]  # answers are tuple[str, ...] of labels
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Key of match: left label to right label."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    pairs: Mapping[str, str]
    wrong: Mapping[tuple[str, str], str]


@dataclass(frozen=True, slots=True)
class Table:
    """Key of matrix, row by row."""

    answer: tuple[tuple[Fraction, ...], ...]
    margin: Fraction
    rel: Fraction
    scoring: Scoring
    wrong: tuple[KnownWrong, ...]  # answers are tables
    transposed: str
    column_sums: str
    is_shape: bool


@dataclass(frozen=True, slots=True)
class Printed:
    """Key of output."""

    stdout: str
    wrong: tuple[KnownWrong, ...]  # answers are str


@dataclass(frozen=True, slots=True)
class Cells:
    """Key of hotspot: (row, column) from 1."""

    rows: int
    columns: int
    answer: frozenset[tuple[int, int]]
    wrong: tuple[KnownWrong, ...]  # answers are frozensets


@dataclass(frozen=True, slots=True)
class Rubric:
    """Key of free."""

    points: tuple[str, ...]


DrawnKey = Options | Number | Text | Sequence | Pairs | Table | Printed | Cells | Rubric


@dataclass(frozen=True, slots=True)
class Drawn:
    """One question for one attempt."""

    question: Question
    choice: Choice
    shown: Shown
    key: DrawnKey
    explanation: str
