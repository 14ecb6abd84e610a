"""Short texts are compared as a reader would; one slip is near, two are wrong."""

from __future__ import annotations

import pytest

from grader.quiz.words import normal, one_slip_apart


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Softmax", "softmax"),
        ("  the  Softmax. ", "softmax"),
        ("cross–attention", "cross-attention"),
        ("“query”", "query"),
        ("ﬁne", "fine"),
        ("STRASSE", "straße"),
        ("softmax!?", "softmax"),
    ],
)
def test_spelling_that_does_not_matter_does_not_matter(text: str, same: str) -> None:
    assert normal(text) == normal(same)


def test_an_article_inside_stays() -> None:
    assert normal("attend to the past") != normal("attend to past")


@pytest.mark.parametrize("text", ["sftmax", "softmaxx", "softmux", "sotfmax", "oftmax", "softma"])
def test_one_slip_is_near(text: str) -> None:
    assert one_slip_apart(text, "softmax")
    assert one_slip_apart("softmax", text)


@pytest.mark.parametrize("text", ["softmax", "softm", "sigmoid", "sfotmxa", "", "xsoftmaxx"])
def test_none_and_two_slips_are_not(text: str) -> None:
    assert not one_slip_apart(text, "softmax")
