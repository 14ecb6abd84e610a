"""What a check calls: `submission` and `reference` look like the learner's module, and every call is written down.

Where the calls really go is a `Backend`: a locked child, or (authors, plain pytest) the same process. Knows nothing of either.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from grader.checks.cases import Case
from grader.checks.compare import Difference
from grader.checks.replies import Failure, FailureKind, Reply
from grader.records import dataclass

KEPT_BYTES = 8 << 20  # of all values of one run; our solutions give 1.5 MB at most
NOT_KEPT = Failure(FailureKind.UNSUPPORTED, message="too much to keep")


class Backend(Protocol):
    """Runs one call. `payload` is the encoded call, when it was encoded before; `want_args` asks for the arguments as they stand."""

    def call(self, case: Case, *, want_args: bool, payload: bytes | None = None) -> Reply | Failure: ...


class CallFailed(Exception):
    """The learner's function gave no value. Not an error of ours: the plugin turns it into a verdict."""

    def __init__(self, case: Case, failure: Failure) -> None:
        super().__init__(f"{case.function}: {failure.kind}")
        self.case = case
        self.failure = failure


class Mismatch(AssertionError):
    """A value that was not accepted; the plugin turns it into a verdict. `case` is None when no single call is to blame."""

    def __init__(self, difference: Difference, case: Case | None = None) -> None:
        super().__init__(difference.message or difference.category.value)
        self.difference = difference
        self.case = case
        self.printed = ""  # by the call, where it was made again on its own


@dataclass(frozen=True, slots=True)
class Call:
    """One line of the trace that diagnosis replays: which call of which check, and how it ended, unless that was too large to keep."""

    check: str
    index: int
    case: Case
    outcome: Reply | Failure


class Submission:
    """The learner's module as a check sees it: `submission.softmax_np(x)` gives the value, or raises CallFailed.

    `submission.call(name, ...)` gives the whole Reply, with the arguments as they stand after the call.
    """

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._check = ""
        self._calls = 0
        self._kept_bytes = 0
        self.trace: list[Call] = []

    def begin(self, check: str) -> None:
        """Name the check that the next calls belong to."""
        self._check = check
        self._calls = 0

    def call(self, function: str, *args: object, **kwargs: object) -> Reply:
        """One call with everything that came back. Raises CallFailed when there is no value."""
        return self.run(Case(function, args, dict(kwargs)), want_args=True)

    def run(self, case: Case, *, want_args: bool = False, payload: bytes | None = None) -> Reply:
        """Run a case. Raises CallFailed when there is no value."""
        return self.note(case, self.ask(case, want_args=want_args, payload=payload))

    def ask(self, case: Case, *, want_args: bool = False, payload: bytes | None = None) -> Reply | Failure:
        """What becomes of a case, without a note of it."""
        return self._backend.call(case, want_args=want_args, payload=payload)

    def note(self, case: Case, outcome: Reply | Failure) -> Reply:
        """Put what became of a case into the trace. Raises CallFailed when there is no value."""
        self.trace.append(Call(self._check, self._calls, case, self._kept(outcome)))
        self._calls += 1
        if isinstance(outcome, Failure):
            raise CallFailed(case, outcome)
        return outcome

    def _kept(self, outcome: Reply | Failure) -> Reply | Failure:
        """What the trace keeps of an outcome: all of it, until the values of a run would fill our memory."""
        self._kept_bytes += 0 if isinstance(outcome, Failure) else outcome.size
        return outcome if self._kept_bytes <= KEPT_BYTES else replace(NOT_KEPT, printed=outcome.printed)

    @property
    def was_asked(self) -> bool:
        """Whether this check made a call."""
        return self._calls > 0

    @property
    def last_case(self) -> Case | None:
        """The call made last by this check, if any."""
        return self.trace[-1].case if self.trace and self.trace[-1].check == self._check else None

    @property
    def last_printed(self) -> str:
        """What the call made last by this check printed."""
        return self.trace[-1].outcome.printed if self.trace and self.trace[-1].check == self._check else ""

    def __getattr__(self, function: str) -> Callable[..., object]:
        if function.startswith("_"):
            raise AttributeError(function)

        def bound(*args: object, **kwargs: object) -> object:
            return self.run(Case(function, args, dict(kwargs))).value

        return bound
