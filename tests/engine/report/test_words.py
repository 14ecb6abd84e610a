"""Why a check was not passed, or why a passed one earns nothing, in plain words."""

from __future__ import annotations

import pytest

from grader.report.words import check_words
from grader.results import Verdict


@pytest.mark.parametrize(
    ("verdict", "category", "points", "max_points", "words"),
    [
        (Verdict.PASSED, "", 2.5, 2.5, ""),
        (Verdict.PASSED, "", 0.0, 2.5, "no points by itself"),
        (Verdict.PASSED, "", 0.0, 0.0, ""),  # an exercise without points
        (Verdict.FAILED, "shape", 0.0, 2.5, "the result has another shape"),
        (Verdict.RAISED, "KeyError", 0.0, 2.5, "KeyError was raised"),
        (Verdict.NOT_RUN, "", 0.0, 2.5, ""),
    ],
)
def test_what_stands_beside_a_check(verdict: Verdict, category: str, points: float, max_points: float, words: str) -> None:
    assert check_words(verdict, category, points, max_points) == words
