"""A check from notebook cells: the same verdict and words, escaped in HTML, and nothing run in the kernel."""

from __future__ import annotations

import pytest

from grader.errors import NothingToDo
from grader.notebook import check
from grader.results import Verdict

SOFTMAX = """import math
raise_if_run_here = 1
"""
WRONG = """def softmax(xs):
    return [x for x in xs]
"""


@pytest.mark.isolation
def test_a_wrong_cell_is_told_in_words_and_html() -> None:
    told = check("softmax-by-hand", cells=[SOFTMAX, WRONG, "print('<b>not run</b>')"])

    assert told.outcome.result.verdict is not Verdict.PASSED
    assert "softmax-by-hand" in repr(told)
    assert "<pre" in told._repr_html_()
    assert "<b>" not in told._repr_html_()


def test_cells_without_the_function_say_what_is_missing() -> None:
    with pytest.raises(NothingToDo, match="No cell that was run defines"):
        check("softmax-by-hand", cells=["x = 1"])


def test_outside_of_a_notebook_the_terminal_is_named() -> None:
    with pytest.raises(NothingToDo, match="This is no notebook"):
        check("softmax-by-hand")
