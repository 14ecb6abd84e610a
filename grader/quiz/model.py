"""Questions as the content files mean them: frozen, typed, nothing drawn yet.

Answers here may still be expressions over parameters (`Expr`); `variants` turns a question into the one that a learner sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from grader.records import dataclass

Expr = str  # read by `expressions`
Template = str  # text with {{name}} in it


class Kind(StrEnum):
    """The ten types of question."""

    SINGLE = "single"
    MULTI = "multi"
    NUMERIC = "numeric"
    SHORT = "short"
    ORDER = "order"
    MATCH = "match"
    MATRIX = "matrix"
    OUTPUT = "output"
    HOTSPOT = "hotspot"
    FREE = "free"


class Depth(StrEnum):
    """What a question asks for."""

    RECALL = "recall"
    COMPUTE = "compute"
    EXPLAIN = "explain"
    TRANSFER = "transfer"
    BUG = "bug"


class Scoring(StrEnum):
    """How parts add up to a score."""

    NET_CORRECT = "net-correct"
    ALL_OR_NOTHING = "all-or-nothing"
    EACH_DECISION = "each-decision"
    PER_ROW = "per-row"
    PER_CELL = "per-cell"


class Track(StrEnum):
    """`foundation`: everyone. `core`: needs numpy, statistics or calculus, or an exercise that does."""

    FOUNDATION = "foundation"
    CORE = "core"


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a single or multi question; `pin` keeps it last."""

    id: str
    text: Template
    correct: bool = False
    misconception: str = ""
    feedback: Template = ""
    pin: bool = False


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong answer we know: how it is written (an expression, a text, ids), when it counts, and what it shows."""

    answer: Expr
    misconception: str
    feedback: Template = ""
    when: Expr = ""


@dataclass(frozen=True, slots=True)
class Tolerance:
    """An answer within max(abs, rel·|answer|) is right, the edge included; `sigfigs` asks for figures instead."""

    abs: str = "0"
    rel: str = "0"
    sigfigs: int = 0


@dataclass(frozen=True, slots=True)
class Item:
    """Something to put in order or to match."""

    id: str
    text: Template


@dataclass(frozen=True, slots=True)
class ChoiceKey:
    """single, multi."""

    options: tuple[Option, ...]
    many: bool
    scoring: Scoring = Scoring.NET_CORRECT


@dataclass(frozen=True, slots=True)
class NumericKey:
    """numeric; `units` maps each unit that may be written to its size in the first one."""

    answer: Expr
    tolerance: Tolerance
    wrong: tuple[Wrong, ...] = ()
    units: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ShortKey:
    """short."""

    accept: tuple[Template, ...]
    wrong: tuple[Wrong, ...] = ()


@dataclass(frozen=True, slots=True)
class OrderKey:
    """order: items as written are in the right order, unless `order` works it out; `also` are other right orders."""

    items: tuple[Item, ...]
    order: Expr = ""
    also: tuple[tuple[str, ...], ...] = ()
    wrong: tuple[Wrong, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchKey:
    """match: every left item has one right item; right items may be left over."""

    left: tuple[Item, ...]
    right: tuple[Item, ...]
    pairs: Mapping[str, str]
    wrong: Mapping[tuple[str, str], str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MatrixKey:
    """matrix: a table of numbers; `is_shape` takes "3 x 5" for a table of one row."""

    rows: Expr
    columns: Expr
    answer: Expr
    tolerance: Tolerance
    wrong: tuple[Wrong, ...] = ()
    scoring: Scoring = Scoring.PER_ROW
    transposed: str = ""
    column_sums: str = ""
    is_shape: bool = False


@dataclass(frozen=True, slots=True)
class OutputKey:
    """output: what the code prints; lint runs it."""

    stdout: str
    wrong: tuple[Wrong, ...] = ()


@dataclass(frozen=True, slots=True)
class HotspotKey:
    """hotspot: cells of a grid, [row, column] from 1."""

    rows: Expr
    columns: Expr
    answer: Expr
    alt: Template
    wrong: tuple[Wrong, ...] = ()


@dataclass(frozen=True, slots=True)
class FreeKey:
    """free: answered in words and marked by the learner with the rubric; never part of a score."""

    rubric: tuple[Template, ...]


Key = ChoiceKey | NumericKey | ShortKey | OrderKey | MatchKey | MatrixKey | OutputKey | HotspotKey | FreeKey


@dataclass(frozen=True, slots=True)
class Param:
    """How one parameter is drawn: `rule` is choice, int, sample, ints, table, shuffle or derive."""

    name: str
    rule: str
    of: object
    count: Expr = ""


@dataclass(frozen=True, slots=True)
class Question:
    """One question; `misconception` is fired by any wrong answer that fires nothing else."""

    id: str
    objective: str
    kind: Kind
    depth: Depth
    difficulty: int
    prompt: Template
    explanation: Template
    key: Key
    code: str = ""
    track: Track = Track.FOUNDATION
    needs: tuple[str, ...] = ()
    not_with: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    misconception: str = ""
    params: tuple[Param, ...] = ()
    require: tuple[Expr, ...] = ()
    meaning: str = ""  # hash of what is right; see `ids`

    @property
    def is_parametric(self) -> bool:
        """True when each attempt draws fresh numbers."""
        return bool(self.params)

    @property
    def is_bug(self) -> bool:
        """True for a single question whose options are lines of its code."""
        return self.depth is Depth.BUG
