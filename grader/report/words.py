"""The words of the pages: what each verdict, status and category is called, with its sign and its style. One table for all pages."""

from __future__ import annotations

from grader.classroom.figures import Bucket
from grader.records import dataclass
from grader.results import SubmissionStatus, Verdict


@dataclass(frozen=True, slots=True)
class Word:
    """How something is shown: a sign, a word, and a style of the style sheet (never the style alone)."""

    sign: str
    text: str
    style: str


VERDICTS: dict[Verdict, Word] = {
    Verdict.PASSED: Word("✓", "passed", "pass"),
    Verdict.FAILED: Word("✗", "not yet", "zero"),
    Verdict.RAISED: Word("✗", "stopped with an error", "zero"),
    Verdict.TIMED_OUT: Word("✗", "took too long", "zero"),
    Verdict.OUT_OF_MEMORY: Word("✗", "needed too much memory", "zero"),
    Verdict.CRASHED: Word("✗", "crashed", "zero"),
    Verdict.TODO: Word("○", "not written yet", "blank"),
    Verdict.NOT_RUN: Word("·", "not run", "blank"),
    Verdict.BROKEN: Word("!", "our fault: no marks given or taken", "open"),
    Verdict.MISSING: Word("○", "not handed in", "blank"),
    Verdict.UNREADABLE: Word("✗", "cannot be read", "zero"),
    Verdict.NOT_ALLOWED: Word("✗", "uses something that is not allowed", "zero"),
}

BUCKETS: dict[Bucket, Word] = {
    Bucket.PASSED: Word("✓", "passed", "pass"),
    Bucket.PARTLY: Word("◐", "partly", "part"),
    Bucket.ZERO: Word("✗", "no points yet", "zero"),
    Bucket.BLANK: Word("○", "blank", "blank"),
    Bucket.OPEN: Word("!", "open", "open"),
}

STATUSES: dict[SubmissionStatus, Word] = {
    SubmissionStatus.GRADED: Word("✓", "graded", "pass"),
    SubmissionStatus.PARTIAL: Word("◐", "partly handed in", "part"),
    SubmissionStatus.NO_WORK: Word("○", "no work yet", "blank"),
    SubmissionStatus.UNREADABLE: Word("✗", "cannot be read", "zero"),
    SubmissionStatus.BROKEN: Word("!", "with a fault of ours", "open"),
}

CATEGORIES: dict[str, str] = {
    "type": "the result has another type",
    "shape": "the result has another shape",
    "not finite": "the result holds nan or infinity",
    "wrong values": "the numbers differ",
    "input changed": "the input was changed",
    "another exception": "an error was raised",
    "time": "it took too long",
    "memory": "it needed too much memory",
    "missing": "the function is not there",
    "not allowed": "it uses something that is not allowed",
}


def check_words(verdict: Verdict, category: str, points: float, max_points: float) -> str:
    """Why a check was not passed, in plain words, or why a passed one earns nothing: alone, or in an exercise that counts as a whole.

    A built-in exception is called by its name.
    """
    if verdict is Verdict.PASSED:
        return "no points by itself" if points == 0 < max_points else ""
    return CATEGORIES.get(category, f"{category} was raised" if category else "")
