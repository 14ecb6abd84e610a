"""Make a failing case smaller: smaller sizes first, then rounder numbers, as long as it still fails. On the learner's own machine only.

Costs at most `MOST_TRIES` calls. The smaller case is drawn from the same stream, so it is one more case of the same check.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from grader.checks.cases import Case, drawn_cases
from grader.checks.compare import Difference
from grader.checks.declare import Checking, Declaration, Prepared, is_live
from grader.checks.replies import Failure, FailureKind
from grader.checks.submission import CallFailed, Mismatch
from grader.errors import CheckBroken

MOST_TRIES = 40
TRUSTED_WITH_MORE = frozenset({FailureKind.RAISED, FailureKind.UNSUPPORTED})  # kinds that cost nothing to see again

Found = Mismatch | CallFailed


def smallest(checking: Checking, declaration: Declaration, failing: Prepared, seen: Found) -> Found:
    """The failure on the smallest case found; the one given when nothing smaller fails in the same way."""
    if failing.case.is_public or (isinstance(seen, CallFailed) and seen.failure.kind not in TRUSTED_WITH_MORE):
        return seen
    tries = _Tries(checking, declaration, seen)
    fixed = _smaller_sizes(tries, failing)
    case = tries.drawn(failing, fixed)
    if case is not None and not is_live(case):
        for rounder in (_rounded(0), _rounded(1)):
            if tries.fails(_mapped(case, rounder)):
                break
    return tries.best


class _Tries:
    """Runs candidates until the budget is spent; keeps the last failure of the same kind."""

    def __init__(self, checking: Checking, declaration: Declaration, seen: Found) -> None:
        self.best = seen
        self._checking = checking
        self._declaration = declaration
        self._left = MOST_TRIES
        self._kind = _kind(seen)

    def drawn(self, failing: Prepared, fixed: dict[str, int]) -> Case | None:
        """The same case with some sizes fixed; None when the generator cannot make it."""
        try:
            return drawn_cases(self._declaration.generator, self._checking.draw(failing.draw_index, fixed))[failing.position]
        except Exception:  # a generator may rely on its sizes; then this smaller case does not exist
            return None

    def fails(self, case: Case | None) -> bool:
        """Whether the case fails as the first one did."""
        if case is None or self._left == 0:
            return False
        self._left -= 1
        try:
            found = self._run(case)
        except CheckBroken:
            return False
        if found is None or _kind(found) != self._kind:
            return False
        self.best = found
        return True

    def _run(self, case: Case) -> Found | None:
        compare = self._declaration.compare
        try:
            expected = self._checking.reference.run(case, want_args=True) if compare.needs_expected else None
        except CallFailed as error:
            raise CheckBroken("the solution gives no value for a smaller case") from error
        try:
            reply = self._checking.submission.run(case, want_args=compare.needs_args)
        except CallFailed as error:
            return error
        difference = compare(case, expected, reply)
        if difference is None:
            return None
        found = Mismatch(difference, case)
        found.printed = self._checking.submission.last_printed
        return found


def _kind(found: Found) -> tuple[str, str]:
    if isinstance(found, CallFailed):
        failure: Failure = found.failure
        return failure.kind.value, failure.exception
    difference: Difference = found.difference
    return "mismatch", difference.category.value


def _smaller_sizes(tries: _Tries, failing: Prepared) -> dict[str, int]:
    """Sizes that are as small as they can be while the case still fails and no two that differed become equal."""
    draw = tries._checking.draw(failing.draw_index)
    drawn_cases(tries._declaration.generator, draw)
    fixed: dict[str, int] = {}
    for name, size in draw.drawn.items():
        for smaller in range(draw.lows[name], size):
            others = [value for other, value in {**draw.drawn, **fixed}.items() if other != name]
            candidate = {**fixed, name: smaller}
            if smaller not in others and tries.fails(tries.drawn(failing, candidate)):
                fixed = candidate
                break
    return fixed


def _rounded(digits: int) -> Callable[[object], object]:
    def round_one(value: object) -> object:
        if isinstance(value, np.ndarray) and value.dtype.kind == "f":
            return np.round(value, digits) + 0.0  # no -0.0
        return round(value, digits) + 0.0 if isinstance(value, float) else value

    return round_one


def _mapped(case: Case, change: Callable[[object], object]) -> Case:
    """The case with every number in its arguments changed."""
    args = tuple(_deep(arg, change) for arg in case.args)
    return replace(case, args=args, kwargs={name: _deep(value, change) for name, value in case.kwargs.items()})


def _deep(value: object, change: Callable[[object], object]) -> object:
    if isinstance(value, list):
        return [_deep(entry, change) for entry in value]
    if isinstance(value, tuple):
        return tuple(_deep(entry, change) for entry in value)
    if isinstance(value, dict):
        return {key: _deep(entry, change) for key, entry in value.items()}
    return change(value)
