"""The name that was probably meant."""

from __future__ import annotations

import pytest

from grader.errors import nearest

NAMES = ("same-word-same-vector", "softmax-by-hand", "softmax-rows", "list")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("sofmax-rows", "softmax-rows"),
        ("softmax", "softmax-rows"),  # begins like two: the shorter one is nearer
        ("same-wrd", "same-word-same-vector"),
        ("same", "same-word-same-vector"),
        ("lsit", "list"),
        ("sam", ""),
        ("weights", ""),
        ("", ""),
    ],
)
def test_the_nearest_name_is_found_also_from_its_beginning(typed: str, meant: str) -> None:
    assert nearest(typed, NAMES) == meant
