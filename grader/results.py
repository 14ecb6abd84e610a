"""Verdicts and result documents: what a grading says, as plain data.

Knows nothing of files, processes, pytest or the terminal. Everything that crosses a module boundary on its way from a check to a
report is one of these. Two documents are built from them: `grader/result/1` (verdicts and points, byte-identical for equal inputs)
and `grader/evidence/1` (durations, prints, exception text: what only some readers may see).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import IntEnum, StrEnum

from grader.records import dataclass

RESULT_SCHEMA = "grader/result/1"
EVIDENCE_SCHEMA = "grader/evidence/1"


class Verdict(StrEnum):
    """How one check, or one whole exercise, ended."""

    PASSED = "passed"
    FAILED = "failed"
    RAISED = "raised"
    TIMED_OUT = "timed_out"
    OUT_OF_MEMORY = "out_of_memory"
    CRASHED = "crashed"
    TODO = "todo"
    NOT_RUN = "not_run"
    BROKEN = "broken"  # our fault: no marks given, none taken
    # Exercises only:
    MISSING = "missing"
    UNREADABLE = "unreadable"
    NOT_ALLOWED = "not_allowed"


class SubmissionStatus(StrEnum):
    """How a whole submission ended."""

    GRADED = "graded"
    PARTIAL = "partial"
    NO_WORK = "no_work"
    UNREADABLE = "unreadable"
    BROKEN = "broken"


class Category(StrEnum):
    """Why a check was not passed: the closed list that a handed-back page may show.

    A raised exception is shown by its built-in name (see `exception_category`); names that learner code invented never appear.
    """

    TYPE = "type"
    SHAPE = "shape"
    NOT_FINITE = "not finite"
    WRONG_VALUES = "wrong values"
    INPUT_CHANGED = "input changed"
    OTHER_EXCEPTION = "another exception"
    TIME = "time"
    MEMORY = "memory"
    MISSING = "missing"
    NOT_ALLOWED = "not allowed"


BUILTIN_EXCEPTIONS = frozenset(
    name for name, value in vars(__import__("builtins")).items() if isinstance(value, type) and issubclass(value, BaseException)
)


def exception_category(name: str) -> str:
    """The category of a raised exception: its name when it is built in, else "another exception"."""
    return name if name in BUILTIN_EXCEPTIONS else Category.OTHER_EXCEPTION.value


class IsolationLevel(StrEnum):
    """How far learner code is kept away from us, measured and never assumed; strongest first."""

    WALLED = "walled"
    CONTAINED = "contained"
    SEPARATED = "separated"
    NONE = "none"

    def is_at_least(self, other: IsolationLevel) -> bool:
        """Whether this level isolates at least as well as `other`."""
        order = list(IsolationLevel)
        return order.index(self) <= order.index(other)


class ExitCode(IntEnum):
    """What the process tells its caller; the docs table is generated from these comments' texts in `EXIT_MEANINGS`."""

    DONE = 0
    NOT_YET = 1
    USAGE = 2
    FAILED_RUN = 3
    SOME_UNGRADED = 4
    NOTHING_TO_DO = 5
    STORE_BUSY = 6
    INTERRUPTED = 130


EXIT_MEANINGS: dict[ExitCode, str] = {
    ExitCode.DONE: "done, or everything passed",
    ExitCode.NOT_YET: "not passed yet, or grades would change",
    ExitCode.USAGE: "the command was used wrongly",
    ExitCode.FAILED_RUN: "the run itself failed: this is our fault",
    ExitCode.SOME_UNGRADED: "finished, but something is unreadable or broken",
    ExitCode.NOTHING_TO_DO: "nothing to do",
    ExitCode.STORE_BUSY: "the store is in use by another process",
    ExitCode.INTERRUPTED: "interrupted; results so far are saved",
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one failing check saw: for the instructor, the author and the learner's own machine; never handed back by a class.

    `expected` and `got` are short texts, shapes first. `target` and `actual` are small matrices (nested lists of floats) for heat
    maps, or None. `lines` are line numbers in the learner's file, innermost last.
    """

    call: str = ""
    expected: str = ""
    got: str = ""
    where: str = ""  # first differing index, largest error against tolerance
    exception: str = ""
    exception_text: str = ""
    lines: tuple[int, ...] = ()
    locals: tuple[tuple[str, str], ...] = ()
    printed: str = ""
    printed_lost: int = 0
    target: tuple[tuple[float, ...], ...] | None = None
    actual: tuple[tuple[float, ...], ...] | None = None
    snippet: str = ""  # runnable Python that repeats the failing call on the learner's own file
    duration_cpu_s: float = 0.0
    is_public: bool = False  # the worked example of the text: may be shown to anyone


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The verdict of one check. `category` is "" when passed; `message` is our own words only, never text that learner code chose."""

    name: str
    sentence: str
    verdict: Verdict
    category: str = ""
    points: float = 0.0
    max_points: float = 0.0
    case_id: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Misconception:
    """A diagnosed misconception: which wrong variant reproduced every call of this exercise."""

    id: str
    variant: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class ExerciseResult:
    """One exercise of one submission. Points are rounded to 4 decimals once, from exact fractions."""

    slug: str
    objective: str
    verdict: Verdict
    checks: tuple[CheckResult, ...] = ()
    misconceptions: tuple[Misconception, ...] = ()
    auto_points: float = 0.0
    max_points: float = 0.0
    source_path: str = ""
    source_sha256: str = ""
    failure_signature: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class ExerciseEvidence:
    """What may only be shown to some: one `Evidence` per check that has any, plus measured time."""

    slug: str
    by_check: Mapping[str, Evidence] = field(default_factory=dict)
    duration_s: float = 0.0
    cpu_s: float = 0.0
    isolation: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What grading one exercise of one submission gives: the result and the evidence behind it."""

    result: ExerciseResult
    evidence: ExerciseEvidence
