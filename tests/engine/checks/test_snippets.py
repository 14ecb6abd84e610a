"""Snippets give back the very numbers of a case, those without a literal too."""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks.evidence import _source


@pytest.mark.parametrize(
    "value",
    [
        np.array([[1.0, -0.0, 1e-300], [np.nan, np.inf, -np.inf]]),
        np.array([True, False]),
        np.array([[3, -4]]),
        np.float32(0.1),
        float("nan"),
        [1.5, [float("-inf"), 2]],
        (0.1 + 0.2,),
    ],
    ids=repr,
)
def test_a_written_down_value_is_the_value(value: object) -> None:
    text = _source(value)
    assert text is not None
    back = eval(text, {"np": np})  # noqa: S307  # our own text

    assert type(back) is type(value)
    assert repr(back) == repr(value)
