"""What a class's marks say together: per exercise, per objective, per misconception, and who needs help first. Pure arithmetic.

With few learners a figure says little; `is_small` tells pages to say so. Knows no page and no store.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum

from grader.classroom.assemble import open_points
from grader.documents import MarkedExercise, MarkedSubmission
from grader.records import dataclass
from grader.results import SubmissionStatus, Verdict

SMALL_CLASS = 30
BINS = 10
MOST_HELPED = 8
HELP_BELOW = 0.6


class Bucket(StrEnum):
    """How an exercise of a learner ended, as a class counts it."""

    PASSED = "passed"
    PARTLY = "partly"
    ZERO = "zero"
    BLANK = "blank"  # nothing handed in, or untouched
    OPEN = "open"  # no mark can be made: our fault, or a file that cannot be told apart


def bucket(marked: MarkedExercise) -> Bucket:
    """Where an exercise counts."""
    if marked.result.verdict is Verdict.BROKEN or open_points(marked) > 0:
        return Bucket.OPEN
    if marked.points is None:
        return Bucket.BLANK
    if marked.result.verdict is Verdict.PASSED:
        return Bucket.PASSED
    return Bucket.PARTLY if marked.points > 0 else Bucket.ZERO


@dataclass(frozen=True, slots=True)
class ExerciseFigures:
    """One exercise over the class. `mean_share` is over those who handed something in; None when nobody did."""

    slug: str
    counts: dict[Bucket, int]
    mean_share: float | None
    hardest: tuple[str, int] | None  # the check most often not passed: its sentence, and by how many

    @property
    def pass_rate(self) -> float | None:
        """Passed, of those whose work could be judged; None when there are none."""
        judged = sum(self.counts[each] for each in (Bucket.PASSED, Bucket.PARTLY, Bucket.ZERO))
        return self.counts[Bucket.PASSED] / judged if judged else None


@dataclass(frozen=True, slots=True)
class MisconceptionFigures:
    """One misconception over the class: who showed it, and in which exercises."""

    id: str
    keys: tuple[str, ...]
    slugs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NeedsHelp:
    """A learner to talk to first. `start` is the first exercise, in the level's order, that is not done."""

    key: str
    share: float | None
    misconceptions: tuple[str, ...]
    blanks: int
    start: str


@dataclass(frozen=True, slots=True)
class ClassFigures:
    """The whole class. Shares are of the points that could be judged."""

    submissions: int
    statuses: dict[SubmissionStatus, int]
    shares: tuple[float, ...]
    histogram: tuple[int, ...]
    exercises: tuple[ExerciseFigures, ...]
    misconceptions: tuple[MisconceptionFigures, ...]
    help_first: tuple[NeedsHelp, ...]

    @property
    def median_share(self) -> float | None:
        """The middle learner's share of the points; None when nobody has marks."""
        return statistics.median(self.shares) if self.shares else None

    @property
    def is_small(self) -> bool:
        """Whether there are too few learners for rates to say much."""
        return len(self.shares) < SMALL_CLASS


def class_figures(submissions: Sequence[MarkedSubmission]) -> ClassFigures:
    """Everything a class report counts."""
    shares = [share for submission in submissions if (share := share_of(submission)) is not None]
    slugs = [marked.result.slug for marked in submissions[0].exercises] if submissions else []
    return ClassFigures(
        submissions=len(submissions),
        statuses=dict(Counter(submission.status for submission in submissions)),
        shares=tuple(sorted(shares)),
        histogram=_histogram(shares),
        exercises=tuple(_exercise(slug, position, submissions) for position, slug in enumerate(slugs)),
        misconceptions=misconception_figures(submissions),
        help_first=_help_first(submissions),
    )


def share_of(submission: MarkedSubmission) -> float | None:
    """Points of those that could be judged, 0 to 1; None without a mark."""
    judged = submission.max_points - submission.open_points
    return submission.points / judged if submission.points is not None and judged > 0 else None


def _histogram(shares: Iterable[float]) -> tuple[int, ...]:
    """How many shares lie in each tenth; full marks count in the last."""
    counts = [0] * BINS
    for share in shares:
        counts[min(int(share * BINS), BINS - 1)] += 1
    return tuple(counts)


def _exercise(slug: str, position: int, submissions: Sequence[MarkedSubmission]) -> ExerciseFigures:
    column = [submission.exercises[position] for submission in submissions]
    counts = Counter(bucket(marked) for marked in column)
    judged = [
        marked.points / marked.result.max_points
        for marked in column
        if marked.points is not None and bucket(marked) is not Bucket.OPEN and marked.result.max_points
    ]
    missed = Counter(
        check.sentence for marked in column if marked.points is not None for check in marked.result.checks if _is_missed(check.verdict)
    )
    hardest = min(missed.items(), key=lambda item: (-item[1], item[0])) if missed else None
    return ExerciseFigures(slug, {each: counts[each] for each in Bucket}, statistics.fmean(judged) if judged else None, hardest)


def _is_missed(verdict: Verdict) -> bool:
    return verdict not in (Verdict.PASSED, Verdict.NOT_RUN, Verdict.BROKEN, Verdict.TODO)


def misconception_figures(submissions: Sequence[MarkedSubmission]) -> tuple[MisconceptionFigures, ...]:
    """By how many learners showed them, most first."""
    keys: dict[str, dict[str, None]] = {}
    slugs: dict[str, dict[str, None]] = {}
    for submission in submissions:
        for marked in submission.exercises:
            for found in marked.result.misconceptions:
                id_ = found.id.partition("/")[0]  # what follows a slash only tells variants apart
                keys.setdefault(id_, {})[submission.key] = None
                slugs.setdefault(id_, {})[marked.result.slug] = None
    ordered = sorted(keys, key=lambda id_: (-len(keys[id_]), id_))
    return tuple(MisconceptionFigures(id_, tuple(keys[id_]), tuple(slugs[id_])) for id_ in ordered)


def _help_first(submissions: Sequence[MarkedSubmission]) -> tuple[NeedsHelp, ...]:
    """Those with the least, then those with nothing to judge; nobody who does well."""
    rows = [_needs_help(submission) for submission in submissions if submission.status is not SubmissionStatus.UNREADABLE]
    needy = [row for row in rows if row.share is None or row.share < HELP_BELOW or len(row.misconceptions) > 1]
    needy.sort(key=lambda row: (row.share is None, row.share or 0.0, -len(row.misconceptions), row.key))
    return tuple(needy[:MOST_HELPED])


def _needs_help(submission: MarkedSubmission) -> NeedsHelp:
    found = dict.fromkeys(found.id.partition("/")[0] for marked in submission.exercises for found in marked.result.misconceptions)
    buckets = [(marked.result.slug, bucket(marked)) for marked in submission.exercises]
    start = next((slug for slug, ended in buckets if ended not in (Bucket.PASSED, Bucket.OPEN)), "")
    return NeedsHelp(submission.key, share_of(submission), tuple(found), sum(ended is Bucket.BLANK for _, ended in buckets), start)
