"""How a check is declared: a generator of cases and a comparison, or a plain function that says `expect` and `require`.

A declared check is an ordinary pytest function; its parts stay readable on it (`declaration_of`), so that cases can be linted,
replayed, made smaller and exported without running a learner's code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from grader.checks.cases import Case, Draw, drawn_cases
from grader.checks.compare import Comparison, Difference, Tolerance, close, difference
from grader.checks.replies import Failure, Reply
from grader.checks.show import show
from grader.checks.submission import CallFailed, Mismatch, Submission
from grader.errors import CheckBroken
from grader.records import dataclass
from grader.results import Category

CHECK_PREFIX = "check_"


@dataclass(frozen=True, slots=True)
class Declaration:
    """The parts of a declared check: cases = generator(draw) for draw 0 … repeat - 1, each judged by `compare`."""

    generator: Callable[[Draw], object]
    compare: Comparison
    repeat: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """One case with what the reference gives for it. `is_live`: it holds a function, an iterator or a generator, so each use needs
    a fresh draw of it."""

    case: Case
    expected: Reply | None
    draw_index: int
    position: int
    is_live: bool


class Checking:
    """Everything one check works with: the submission, the reference, and the streams its inputs come from."""

    def __init__(
        self,
        submission: Submission,
        reference: Submission,
        *,
        secret: bytes,
        exercise: str,
        check: str,
        memo: Memo,
        is_bounded: bool = True,
    ) -> None:
        self.submission = submission
        self.reference = reference
        self._secret = secret
        self._names = (exercise, check)
        self._memo = memo
        self._is_bounded = is_bounded
        self._fresh: dict[int, tuple[list[Case], set[int]]] = {}  # by draw: its live cases, and which of them are used up
        self.known: dict[tuple[int, int], Reply | Failure | Exception] = {}  # by draw and position: what was asked ahead
        self.is_over = False  # something asked ahead ended the child, or took too long
        self.failing: tuple[Declaration, Prepared] | None = None  # the case that was not accepted, once there is one

    def draw(self, index: int = 0, fixed: dict[str, int] | None = None) -> Draw:
        """The stream of repetition `index` of this check."""
        return Draw(self._secret, *self._names, index, fixed=fixed, is_bounded=self._is_bounded)

    def run(self, declaration: Declaration) -> None:
        """Run all cases of a declared check. Raises CallFailed or Mismatch at the first that is not accepted."""
        for prepared in self.prepared(declaration):
            if self.is_over and (prepared.draw_index, prepared.position) not in self.known:
                continue  # the one that ended it is among those that are known
            self.failing = (declaration, prepared)
            self.run_one(declaration, prepared)

    def prepared(self, declaration: Declaration) -> list[Prepared]:
        """The cases of a declared check with their expected values."""
        return self._memo.prepared(self, declaration, self._names)

    def run_one(self, declaration: Declaration, prepared: Prepared) -> None:
        """Run one case. Raises CallFailed or Mismatch when it is not accepted."""
        known = self.known.get((prepared.draw_index, prepared.position))
        if isinstance(known, Exception):
            raise known
        outcome = known if known is not None else self.ask(declaration, prepared)
        reply = self.submission.note(prepared.case, outcome)
        found = declaration.compare(prepared.case, prepared.expected, reply)
        if found is not None:
            raise Mismatch(found, prepared.case)

    def ask(self, declaration: Declaration, prepared: Prepared) -> Reply | Failure:
        """What the submission answers to one case; nothing is noted of it."""
        case = self.live_case(declaration, prepared)
        payload = None if prepared.is_live else self._memo.payload(self._names, prepared)
        return self.submission.ask(case, want_args=declaration.compare.needs_args, payload=payload)

    def live_case(self, declaration: Declaration, prepared: Prepared) -> Case:
        """The case itself, or a fresh draw of it when it holds something that a call uses up.

        One fresh draw serves all its cases, each once.
        """
        if not prepared.is_live:
            return prepared.case
        drawn, used = self._fresh.get(prepared.draw_index, ([], set()))
        if not drawn or prepared.position in used:
            drawn, used = drawn_cases(declaration.generator, self.draw(prepared.draw_index)), set()
        used.add(prepared.position)
        self._fresh[prepared.draw_index] = (drawn, used)
        return drawn[prepared.position]

    def expected(self, declaration: Declaration, case: Case) -> Reply | None:
        """What the reference gives; a live case is used up by it. Raises CheckBroken when it gives nothing: that is our fault."""
        if not declaration.compare.needs_expected:
            return None
        try:
            return self.reference.run(case, want_args=declaration.compare.needs_args)
        except CallFailed as error:
            failure = error.failure
            raise CheckBroken(
                f"the solution gives no value for {case.function}: {failure.kind}: {failure.exception} {failure.message}"
            ) from error


class Memo:
    """Cases, expected values and encoded calls, made once per secret and used for every learner of a class."""

    def __init__(self, encode: Callable[[Case], bytes] | None = None) -> None:
        self._encode = encode
        self._prepared: dict[tuple[str, str], list[Prepared]] = {}
        self._payloads: dict[tuple[str, str, int, int], bytes] = {}

    def prepared(self, checking: Checking, declaration: Declaration, names: tuple[str, str]) -> list[Prepared]:
        """The cases of one check with their expected values."""
        if names not in self._prepared:
            self._prepared[names] = list(_prepare(checking, declaration))
        return self._prepared[names]

    def payload(self, names: tuple[str, str], prepared: Prepared) -> bytes | None:
        """The encoded call, or None when nothing here encodes."""
        if self._encode is None:
            return None
        key = (*names, prepared.draw_index, prepared.position)
        if key not in self._payloads:
            self._payloads[key] = self._encode(prepared.case)
        return self._payloads[key]


def _prepare(checking: Checking, declaration: Declaration) -> Iterator[Prepared]:
    for draw_index in range(declaration.repeat):
        drawn = drawn_cases(declaration.generator, checking.draw(draw_index))
        alive = [is_live(case) for case in drawn]
        used_up = drawn_cases(declaration.generator, checking.draw(draw_index)) if any(alive) else drawn
        for position, case in enumerate(drawn):
            yield Prepared(case, checking.expected(declaration, used_up[position]), draw_index, position, alive[position])


def is_live(value: object) -> bool:
    """Whether a case holds something that a call uses up or that keeps state: a function, an iterator, a random generator."""
    if isinstance(value, Case):
        return is_live(value.args) or is_live(list(value.kwargs.values()))
    if isinstance(value, (list, tuple)):
        return any(is_live(entry) for entry in value)
    if isinstance(value, dict):
        return any(is_live(entry) for entry in value.values())
    return callable(value) or hasattr(value, "__next__") or isinstance(value, np.random.Generator)


def cases(*, compare: Comparison | None = None, repeat: int = 3) -> Callable[[Callable[[Draw], object]], Callable[..., None]]:
    """Declare a check: the decorated function draws one or more cases (`call(...)`) and its docstring is what the learner reads.

    The reference is run on the same cases; `compare` (default: close()) judges each reply. `repeat` draws are made, index 0 first.
    """

    def declare(generator: Callable[[Draw], object]) -> Callable[..., None]:
        comparison: Comparison = close() if compare is None else compare
        declaration = Declaration(generator, comparison, repeat)

        def check(checking: Checking) -> None:
            checking.run(declaration)

        for name in ("__name__", "__qualname__", "__module__", "__doc__"):
            setattr(check, name, getattr(generator, name))
        check_any: Any = check  # a function attribute: read back by declaration_of alone
        check_any.declaration = declaration
        return check

    return declare


def declaration_of(check: object) -> Declaration | None:
    """The declaration behind a check function, or None for a plain one."""
    found = getattr(check, "declaration", None)
    return found if isinstance(found, Declaration) else None


# --- for plain checks -------------------------------------------------------------------------------------------------------------


def expect(got: object, expected: object, *, within: Tolerance | None = None, case: Case | None = None) -> None:
    """The value agrees with the expected one (types, shape, numbers). Raises Mismatch with the first difference."""
    found = difference(expected, got, within if within is not None else Tolerance())
    if found is not None:
        raise Mismatch(found, case)


def require(
    condition: object,
    message: str,
    *,
    category: Category = Category.WRONG_VALUES,
    expected: object = None,
    got: object = None,
    case: Case | None = None,
) -> None:
    """The condition holds. Raises Mismatch with our own words otherwise; `expected` and `got` are shown where they may be."""
    if not condition:
        texts = (_as_text(expected), "" if got is None else show(got))
        raise Mismatch(Difference(category, texts[0], texts[1], message=message), case)


def _as_text(expected: object) -> str:
    """Words as they are ("more than 0.8"), anything else as a value."""
    if expected is None:
        return ""
    return expected if isinstance(expected, str) else show(expected)


def expect_raises(submission: Submission, exception: type[Exception], function: str, *args: object, **kwargs: object) -> None:
    """The call raises this built-in exception. Raises Mismatch when it returns, CallFailed when it ends any other way."""
    case = Case(function, args, dict(kwargs))
    try:
        reply = submission.run(case)
    except CallFailed as error:
        if is_exception(error.failure, exception):
            return
        raise
    found = Difference(Category.TYPE, exception.__name__, show(reply.value), message=f"this call should raise {exception.__name__}")
    raise Mismatch(found, case)


def is_exception(failure: Failure, exception: type[Exception]) -> bool:
    """Whether the failure is this built-in exception (or a built-in subclass of it)."""
    import builtins

    raised = getattr(builtins, failure.exception, None)
    return isinstance(raised, type) and issubclass(raised, exception)
