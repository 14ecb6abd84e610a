"""One check run to a verdict: what was raised, by whom, and what may be said about it.

The rule of the house: learner code cannot make a check "broken". When a check trips over a value it got, it is run once more on the
reference; only if that trips too is it our fault. Knows no pytest and no points.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath

from grader.checks.cases import Case
from grader.checks.compare import Difference
from grader.checks.limits import OutOfPatience
from grader.checks.outcome import LearnerError
from grader.checks.overrun import CHECK_FILES
from grader.checks.replies import Failure, FailureKind
from grader.checks.submission import CallFailed, Mismatch
from grader.errors import CheckBroken, IsolationUnavailable, WorkerDied
from grader.records import dataclass
from grader.results import Category, Verdict, exception_category

VERDICT_OF = {
    FailureKind.RAISED: Verdict.RAISED,
    FailureKind.TIMED_OUT: Verdict.TIMED_OUT,
    FailureKind.OUT_OF_MEMORY: Verdict.OUT_OF_MEMORY,
    FailureKind.CRASHED: Verdict.CRASHED,
    FailureKind.MISSING: Verdict.FAILED,
    FailureKind.TODO: Verdict.TODO,
    FailureKind.SYNTAX: Verdict.FAILED,
    FailureKind.NOT_ALLOWED: Verdict.FAILED,
    FailureKind.UNSUPPORTED: Verdict.FAILED,
    FailureKind.PROTOCOL: Verdict.CRASHED,
    FailureKind.DEAD: Verdict.NOT_RUN,
    FailureKind.SPENT: Verdict.NOT_RUN,
}

MESSAGE_OF = {
    FailureKind.TIMED_OUT: "The call did not come back in time.",
    FailureKind.OUT_OF_MEMORY: "The call asked for more memory than there is.",
    FailureKind.CRASHED: "The program ended in the middle of the call.",
    FailureKind.MISSING: "The function is missing, or is not a function.",
    FailureKind.TODO: "Not written yet.",
    FailureKind.SYNTAX: "The file cannot be read as Python.",
    FailureKind.NOT_ALLOWED: "The file imports something that this exercise does not allow.",
    FailureKind.UNSUPPORTED: "What came back is not plain data: return numbers, lists, tuples, texts or arrays.",
    FailureKind.PROTOCOL: "The program wrote something else in place of its answer.",
    FailureKind.DEAD: "Not run: the program had ended before.",
    FailureKind.SPENT: "Not run: the calls before it used up all the time that one file has.",
}

NOT_UTF8 = re.compile(r"\S{1,80}:\d+ is not UTF-8: save it as UTF-8")  # the child's own words, before anything of a file is run

CATEGORY_OF = {
    FailureKind.TIMED_OUT: Category.TIME.value,
    FailureKind.OUT_OF_MEMORY: Category.MEMORY.value,
    FailureKind.CRASHED: Category.OTHER_EXCEPTION.value,
    FailureKind.MISSING: Category.MISSING.value,
    FailureKind.TODO: "",
    FailureKind.SYNTAX: "SyntaxError",
    FailureKind.NOT_ALLOWED: Category.NOT_ALLOWED.value,
    FailureKind.UNSUPPORTED: Category.TYPE.value,
    FailureKind.PROTOCOL: Category.OTHER_EXCEPTION.value,
    FailureKind.DEAD: "",
    FailureKind.SPENT: "",
}


@dataclass(frozen=True, slots=True)
class CheckRun:
    """How one check ended, with all that evidence is made from."""

    name: str
    sentence: str
    verdict: Verdict
    category: str = ""
    message: str = ""
    case: Case | None = None
    difference: Difference | None = None
    failure: Failure | None = None
    fault: str = ""  # what is broken on our side
    printed: str = ""  # by the call that failed
    is_alone: bool = False  # seen again in a fresh child that was given this one case and nothing before it


MACHINE_TROUBLE = (WorkerDied, IsolationUnavailable, MemoryError, OSError, OutOfPatience)
"""What says nothing about a learner's work, nor about a check."""


def judged(name: str, sentence: str, run: Callable[[], None], run_on_reference: Callable[[], None]) -> CheckRun:
    """Run a check. `run_on_reference` runs the same check with the solution in the learner's place.

    Raises OutOfPatience, and what is this machine's trouble: a killed process, no memory, no descriptor. Neither says anything about the
    learner.
    """
    try:
        run()
    except MACHINE_TROUBLE:
        raise
    except CallFailed as error:
        return failed_call(name, sentence, error.case, error.failure)
    except LearnerError as error:  # a function that the learner handed back gave no value
        return failed_call(name, sentence, None, error.failure)
    except Mismatch as error:
        return _mismatch(name, sentence, error)
    except CheckBroken as error:
        return _broken(name, sentence, str(error))
    except AssertionError:
        return CheckRun(name, sentence, Verdict.FAILED, Category.WRONG_VALUES.value)
    except Exception as error:
        return _tripped(name, sentence, error, run_on_reference)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # pytest.skip and its kin: a check that does not judge is never a pass
        return _broken(name, sentence, _fault_of(error))
    return CheckRun(name, sentence, Verdict.PASSED)


def failed_call(name: str, sentence: str, case: Case | None, failure: Failure) -> CheckRun:
    """The verdict of a check whose call gave no value."""
    category = CATEGORY_OF.get(failure.kind) if failure.kind is not FailureKind.RAISED else exception_category(failure.exception)
    message = MESSAGE_OF.get(failure.kind, f"The call raised {exception_category(failure.exception)}.")
    if failure.kind is FailureKind.SYNTAX and NOT_UTF8.fullmatch(failure.message):
        message = f"{failure.message}."
    if failure.kind is FailureKind.CRASHED and failure.exception:
        category = exception_category(failure.exception)
    return CheckRun(name, sentence, VERDICT_OF[failure.kind], category or "", message, case, None, failure)


def _mismatch(name: str, sentence: str, error: Mismatch) -> CheckRun:
    found = error.difference
    run = CheckRun(name, sentence, Verdict.FAILED, found.category.value, found.message, error.case, found)
    return replace(run, printed=error.printed)


def _broken(name: str, sentence: str, fault: str) -> CheckRun:
    place = re.search(r"\b(also_)?check_\w+\.py:\d+", fault)
    where = f" ({place[0]})" if place else ""
    return CheckRun(name, sentence, Verdict.BROKEN, message=f"This is our fault: the check itself failed{where}.", fault=fault)


def _fault_of(error: BaseException) -> str:
    """What went wrong in a check, and where: its innermost line that is in a file of checks."""
    lines = [(PurePath(frame.filename).name, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    lines = [(name, line) for name, line in lines if name.startswith(CHECK_FILES)]
    where = f"{lines[-1][0]}:{lines[-1][1]}: " if lines else ""
    return f"{where}{type(error).__name__}: {error}"


def _tripped(name: str, sentence: str, error: Exception, run_on_reference: Callable[[], None]) -> CheckRun:
    try:
        run_on_reference()
    except Exception as second:  # trips without the learner, too
        return _broken(name, sentence, _fault_of(second))
    message = "What came back is not of the kind that was asked for."
    difference = Difference(Category.TYPE, "", "", message=message)
    return CheckRun(
        name, sentence, Verdict.FAILED, Category.TYPE.value, message, None, difference, fault=f"{type(error).__name__}: {error}"
    )
