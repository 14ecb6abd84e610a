"""The level as typed, frozen models: objectives, exercises, misconceptions, and the rule of mastery as data.

What the files say, after `load` checked it. Knows no YAML and runs no learner code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from pathlib import Path, PurePath

from grader.content.tree import ContentRoot
from grader.errors import UnknownName, UsageError
from grader.records import dataclass

MOST_DIGITS = 4  # of the number of an exercise


class Style(StrEnum):
    """What an exercise is written in; in plain Python numpy cannot be imported."""

    PLAIN = "plain"
    NUMPY = "numpy"


class Scoring(StrEnum):
    """How the checks of an exercise share its points."""

    SHARED = "shared"
    ALL_OR_NOTHING = "all_or_nothing"


class Role(StrEnum):
    """What an exercise counts for in the rule of mastery; the anchor is core too."""

    FOUNDATION = "foundation"
    CORE = "core"
    ANCHOR = "anchor"
    STRETCH = "stretch"


class MisconceptionKind(StrEnum):
    """A belief about attention, or a slip of the hand."""

    MISCONCEPTION = "misconception"
    SLIP = "slip"


DEFAULT_FORBIDS: Mapping[Style, frozenset[str]] = {
    Style.PLAIN: frozenset({"numpy", "torch", "scipy", "jax", "tensorflow"}),
    Style.NUMPY: frozenset({"torch", "scipy", "jax", "tensorflow"}),
}


@dataclass(frozen=True, slots=True)
class KeyTerm:
    """A term of the level and our one-sentence meaning of it."""

    id: str
    term: str
    meaning: str


@dataclass(frozen=True, slots=True)
class MisconceptionEntry:
    """One entry of the catalogue. `note` is folder#anchor; `nudge` a question that leads out of it, or ""."""

    id: str
    kind: MisconceptionKind
    objectives: tuple[str, ...]
    statement: str
    correction: str
    note: str
    nudge: str
    source: str


@dataclass(frozen=True, slots=True)
class Exercise:
    """One exercise. Paths may name files that are not there; `lint` says which are missing."""

    slug: str
    number: int
    objective_id: str
    folder: str
    title: str
    points: int
    stars: int
    minutes: int
    style: Style
    needs: tuple[str, ...]
    scoring: Scoring
    role: Role
    limits: Mapping[str, float] = field(hash=False)
    forbids: frozenset[str]
    hints: tuple[str, str, str]
    functions: tuple[str, ...]
    root: ContentRoot = field(repr=False)
    is_draft: bool = False
    all_needs: tuple[str, ...] = ()  # modules of everything it needs, the needs of needs included, in level order

    @property
    def stem(self) -> str:
        """The file name without `.py`: `softmax_rows`."""
        return self.slug.replace("-", "_")

    @property
    def filename(self) -> str:
        """`softmax_rows.py`."""
        return f"{self.stem}.py"

    @property
    def module(self) -> str:
        """`o3_weights.softmax_rows`: the one name in every tree."""
        return f"{self.folder}.{self.stem}"

    @property
    def stub_path(self) -> Path:
        """The master copy of the stub."""
        return self.root.exercises / self.folder / self.filename

    @property
    def solution_path(self) -> Path:
        """How we would write it."""
        return self.root.solutions / self.folder / self.filename

    @property
    def check_path(self) -> Path:
        """The hidden checks: the instructor's, where `--checks DIR` has some for this exercise, else ours."""
        return self.root.replaced(self.folder, f"check_{self.filename}") or self._beside("check")

    @property
    def also_check_paths(self) -> tuple[Path, ...]:
        """Checks that `--checks DIR` adds to ours: its `also_check_<exercise>.py`."""
        path = self.root.replaced(self.folder, f"also_check_{self.filename}")
        return (path,) if path else ()

    @property
    def wrong_path(self) -> Path:
        """The wrong variants."""
        return self._beside("wrong")

    @property
    def alt_path(self) -> Path:
        """Other correct styles."""
        return self._beside("alt")

    @property
    def needed_solution_paths(self) -> tuple[Path, ...]:
        """The solutions this one builds on, the needs of needs included."""
        return tuple(self.root.solutions.joinpath(*module.split(".")).with_suffix(".py") for module in self.all_needs)

    def _beside(self, kind: str) -> Path:
        return self.root.checks / self.folder / f"{kind}_{self.filename}"


@dataclass(frozen=True, slots=True)
class Objective:
    """One sentence of the level check and its exercises in order. A badge is worth having and not needed to pass."""

    id: str
    folder: str
    title: str
    sentence: str
    is_badge: bool
    core_needed: int  # how many core exercises mastery asks for
    exercises: tuple[Exercise, ...]
    drafts: tuple[str, ...]  # slugs of exercises that are not ready for learners; `exercises` is without them
    notes_path: Path

    @property
    def points(self) -> int:
        """The points of all its exercises."""
        return sum(exercise.points for exercise in self.exercises)


@dataclass(frozen=True, slots=True)
class CodeRule:
    """Mastery: what counts as evidence in code."""

    hint_factors: tuple[float, float, float, float]  # points at home after 0, 1, 2, 3 hints
    evidence_below_hint: int  # a pass with this hint level, or higher, is practice until done again
    again_after_days: int


@dataclass(frozen=True, slots=True)
class QuizRule:
    """Mastery: what a quiz form holds and asks for."""

    questions: int
    needed: int
    forms: int
    parametric: int
    spot_or_predict: int
    explain: int
    types: int


@dataclass(frozen=True, slots=True)
class CardRule:
    """Mastery: how many cards are recalled, how often, and what makes it durable."""

    share: float
    sessions: int
    durable_after_days: int
    refresh_above: float  # share of lapsed core cards that sends an objective back


@dataclass(frozen=True, slots=True)
class MisconceptionRule:
    """Mastery: when a misconception that showed counts as cleared."""

    window_events: int
    successes: int
    of_another_kind: int
    correction_after: int


@dataclass(frozen=True, slots=True)
class Mastery:
    """The rule that says when an objective is met; thresholds are configuration, to be revised with data."""

    code: CodeRule
    quiz: QuizRule
    cards: CardRule
    misconceptions: MisconceptionRule


@dataclass(frozen=True, slots=True)
class Level:
    """A whole level of content."""

    id: str
    title: str
    objectives: tuple[Objective, ...]
    key_terms: tuple[KeyTerm, ...]
    mastery: Mastery
    misconceptions: Mapping[str, MisconceptionEntry]
    root: ContentRoot = field(repr=False)

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """Every exercise, in order."""
        return tuple(exercise for objective in self.objectives for exercise in objective.exercises)

    def exercise(self, name: str) -> Exercise:
        """The exercise that a name, a number (from 1) or a path means; UnknownName with the nearest name otherwise."""
        asked = name.strip()
        by_slug = {exercise.slug: exercise for exercise in self.exercises}
        if asked.isascii() and asked.isdecimal() and len(asked) <= MOST_DIGITS and 1 <= int(asked) <= len(by_slug):
            return self.exercises[int(asked) - 1]
        slug = slug_of(asked)
        if slug in by_slug:
            return by_slug[slug]
        for objective in self.objectives:
            if slug in objective.drafts:
                place = self.root.shown(objective.notes_path.parent / "objective.yaml")
                raise UsageError(f"The exercise `{slug}` is a draft.", hint=f"when it is ready, take `draft: true` out of {place}")
        raise UnknownName("exercise", name, by_slug, hint="run `grader list` to see every exercise")

    def objective(self, name: str) -> Objective:
        """The objective that an id (`O3`, in either case) or a folder means; UnknownName otherwise."""
        for objective in self.objectives:
            if name.strip().lower() in (objective.id.lower(), objective.folder):
                return objective
        known = [objective.id for objective in self.objectives] + [objective.folder for objective in self.objectives]
        raise UnknownName("objective", name, known, hint="run `grader list` to see every objective")

    def misconception(self, tag: str) -> MisconceptionEntry:
        """The entry of a tag; what follows a slash (`scale-by-dk/none`) only tells variants apart."""
        id_ = tag.partition("/")[0]
        if id_ in self.misconceptions:
            return self.misconceptions[id_]
        raise UnknownName("misconception", id_, self.misconceptions)


def slug_of(name: str) -> str:
    """The slug that a slug, file name, module or path would mean: `o3_weights/softmax_rows.py` gives `softmax-rows`."""
    last = PurePath(name.replace("\\", "/")).name
    last = last.removesuffix(".py").rpartition(".")[2]
    return last.replace("_", "-").lower()
