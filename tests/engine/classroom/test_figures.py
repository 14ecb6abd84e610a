"""What a class's marks say together."""

from __future__ import annotations

import pytest

from grader.classroom.figures import Bucket, class_figures
from grader.content.models import Level
from grader.results import SubmissionStatus, Verdict
from tests.engine.classroom.made_up import graded

P, F, R, T, B = Verdict.PASSED, Verdict.FAILED, Verdict.RAISED, Verdict.TODO, Verdict.BROKEN
AXIS, SHARES = "softmax-wrong-axis", "weights-are-score-shares"


def test_buckets_keep_zero_blank_and_open_apart(level: Level) -> None:
    marks = {
        "a": {"softmax-rows": (P, "")},
        "b": {"softmax-rows": (F, "")},
        "c": {"softmax-rows": (R, "")},
        "d": {"softmax-rows": (T, "")},
        "e": {"softmax-rows": (B, "")},
        "f": {},
    }
    figures = class_figures(graded(level, marks).submissions)
    rows = next(each for each in figures.exercises if each.slug == "softmax-rows")

    assert rows.counts == {Bucket.PASSED: 1, Bucket.PARTLY: 1, Bucket.ZERO: 1, Bucket.BLANK: 2, Bucket.OPEN: 1}
    assert rows.pass_rate == pytest.approx(1 / 3)
    assert rows.mean_share == pytest.approx((1 + 0.5 + 0) / 3)
    assert rows.hardest == ("Sentence 1.", 2)


def test_misconceptions_are_counted_by_learners_most_first(level: Level) -> None:
    marks = {
        "a": {"softmax-rows": (F, AXIS), "mask-and-count": (F, AXIS)},
        "b": {"softmax-rows": (F, f"{AXIS}/columns")},
        "c": {"softmax-rows": (F, SHARES)},
    }
    found = class_figures(graded(level, marks).submissions).misconceptions

    assert [(row.id, row.keys, row.slugs) for row in found] == [
        (AXIS, ("a", "b"), ("softmax-rows", "mask-and-count")),
        (SHARES, ("c",), ("softmax-rows",)),
    ]


def test_help_goes_to_those_with_least_then_to_those_with_nothing(level: Level) -> None:
    everything = {"softmax-by-hand": (P, ""), "softmax-rows": (P, ""), "mask-and-count": (P, "")}
    marks = {
        "well": everything,
        "little": {**everything, "softmax-rows": (R, AXIS), "mask-and-count": (R, "")},
        "less": {"softmax-by-hand": (F, SHARES)},
        "none": {},
    }
    rows = class_figures(graded(level, marks).submissions).help_first

    assert [row.key for row in rows] == ["less", "little", "none"]
    assert (rows[0].misconceptions, rows[0].blanks, rows[0].start) == ((SHARES,), 2, "softmax-by-hand")
    assert rows[1].start == "softmax-rows"
    assert rows[2].share is None


def test_the_histogram_counts_shares_in_tenths_and_leaves_out_those_without_marks(level: Level) -> None:
    everything = {"softmax-by-hand": (P, ""), "softmax-rows": (P, ""), "mask-and-count": (P, "")}
    marks = {"full": everything, "zero": dict.fromkeys(everything, (R, "")), "none": {}}
    figures = class_figures(graded(level, marks).submissions)

    assert figures.histogram == (1, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    assert figures.median_share == 0.5
    assert figures.statuses[SubmissionStatus.NO_WORK] == 1
    assert figures.is_small


def test_an_empty_class_has_no_figures_and_no_error() -> None:
    figures = class_figures([])

    assert figures.median_share is None
    assert figures.exercises == ()
