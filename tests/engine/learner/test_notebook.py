"""A check from notebook cells: the same verdict and words, escaped in HTML, and nothing run in the kernel."""

from __future__ import annotations

import sys
from types import SimpleNamespace

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


class Shell:
    """What IPython keeps of three cells: as they were typed, and as it made Python of them."""

    TYPED = ("", SOFTMAX, f"%%time\n{WRONG}", "check('softmax-by-hand')")

    def __init__(self) -> None:
        self.history_manager = SimpleNamespace(input_hist_raw=[*self.TYPED])
        self.user_ns = {"In": ["", *(f"get_ipython().run_cell_magic('time', '', {text!r})" for text in self.TYPED[1:])]}


@pytest.mark.isolation
def test_cells_are_read_as_they_were_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=Shell))

    assert "softmax-by-hand: " in repr(check("softmax-by-hand"))


def test_a_cell_that_its_magic_does_not_run_is_named() -> None:
    with pytest.raises(NothingToDo, match=r"Code cell 2 has softmax below `%%writefile a\.py`, which does not run it"):
        check("softmax-by-hand", cells=["x = 1", f"%%writefile a.py\n{WRONG}"])


def test_a_cell_that_only_a_notebook_can_run_is_told() -> None:
    with pytest.raises(NothingToDo, match="awaits something outside of any function"):
        check("softmax-by-hand", cells=[f"{WRONG}await something()"])
