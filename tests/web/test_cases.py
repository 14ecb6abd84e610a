"""A failing case of an exercise as the explorer's opening scene, from a learner's check to the page; and the command."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from grader.cli import main
from grader.errors import NothingToDo
from grader.results import ExitCode
from grader.web.cases import PlaneCase, plane_case
from grader.web.page import explorer_page
from tests.web.explorer import Explorer, attend, fmt

STUB = "import math\n\ndef attend_one(query, keys, values, causal=False, mask=None):\n    raise NotImplementedError\n"
PROGRAM = """# one-query: The output adds up the values.
import sys
import numpy as np
from o3_weights.one_query import attend_one

print(attend_one({}))
"""
HALVED = """from o3_weights.softmax_by_hand import softmax

def attend_one(query, keys, values):
    scores = [sum(q * k for q, k in zip(query, key)) / 2 for key in keys]  # right for four numbers, not for two
    weights = softmax(scores)
    return scores, weights, [sum(w * v[c] for w, v in zip(weights, values)) for c in range(len(values[0]))]
"""
Capture = pytest.CaptureFixture[str]


def read(arguments: str) -> PlaneCase:
    return plane_case("one-query", PROGRAM.format(arguments), STUB)


@pytest.mark.parametrize(
    "arguments",
    [
        "[2, 1], [[2, 1], [0, 1.5]], [[4, 0, 1], [2, 2, 1]]",
        "np.array([2, 1], dtype=np.int64), np.array([[2, 1], [0, 1.5]], dtype=np.float64), values=[[4, 0, 1], [2, 2, 1]]",
        "[[2, 1]], [[2, 1], [0, 1.5]], ((4, 0, 1), (2, 2, 1)), False, None",
    ],
)
def test_a_case_of_query_keys_and_values_is_read(arguments: str) -> None:
    case = read(arguments)

    assert (case.q, case.k, case.v, case.causal) == (((2, 1),), ((2, 1), (0, 1.5)), ((4, 0, 1), (2, 2, 1)), False)
    assert case.note == "Failing case of one-query: The output adds up the values."


def test_a_causal_case_is_causal() -> None:
    assert read("[[2, 1], [1, 1]], [[2, 1], [0, 1]], [[4], [2]], causal=True").causal


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("[1, 2, 3], [[1, 2, 3]], [[1]]", "its keys have 3 numbers"),
        ("[1, 2], [[1, 2]], [[1], [2]]", "one row per key"),
        ("[1, 2], [[1, 2]], [[1, 2, 3, 4, 5]]", "at most 4 numbers"),
        ("[1, 2], [[1, 2]] * 9, [[1]] * 9", "is not called with a query, keys and values"),
        (f"[1, 2], {[[1, 2]] * 9}, {[[1]] * 9}", "more than 8"),
        ("[1, 20], [[1, 2]], [[1]]", "beyond ±9"),
        ('[1, float("nan")], [[1, 2]], [[1]]', "is not called with a query, keys and values"),
        ("[1, 2], [[1, 2]], [[1]], mask=[[True]]", "a mask of its own"),
        ("[1, 2]", "is not called with a query, keys and values"),
        ("", "is not called with a query, keys and values"),
    ],
)
def test_a_case_that_does_not_fit_the_plane_says_why(arguments: str, why: str) -> None:
    with pytest.raises(NothingToDo, match="cannot be shown in the plane") as refused:
        read(arguments)

    assert why in refused.value.message
    assert "grader case one-query" in refused.value.hint


def test_a_program_of_another_shape_is_refused() -> None:
    with pytest.raises(NothingToDo, match="no single call"):
        plane_case("one-query", "x = 1\n", STUB)


def test_no_text_of_a_case_becomes_markup() -> None:
    hostile = "</script><script>alert(1)</script><!--"
    page = explorer_page(PlaneCase(((1.0, 1.0),), ((1.0, 1.0),), ((1.0,),), causal=False, note=hostile))
    (island,) = re.findall(r'<script type="application/json" id="case">(.*?)</script>', page)

    assert json.loads(island)["note"] == hostile
    assert page.count("alert(1)") == 1 and "<script>alert" not in page


@pytest.mark.browser
def test_a_failing_check_leads_to_its_case_in_the_page(
    browser: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["start", "."]) == ExitCode.DONE
    assert main(["explore", "--case", "one-query"]) == ExitCode.NOTHING_TO_DO, "nothing was checked yet"
    (tmp_path / "o3_weights" / "one_query.py").write_text(HALVED)
    assert main(["check", "one-query"]) == ExitCode.NOT_YET
    capsys.readouterr()

    assert main(["explore", "--case", "one-query", "-o", "page.html"]) == ExitCode.DONE
    assert capsys.readouterr().out == "Written: page.html\n"
    with Explorer(browser, tmp_path / "page.html") as page:
        assert page.state()["scene"] == "case"
        weights = attend([2, 1], [[2, 1], [0, 1], [1, -1], [1, 1]], [[1]] * 4)[0]
        assert page.weights() == [fmt(w, 3) for w in weights]
        assert page.page.inner_text("#case-note").startswith("Failing case of one-query: Every score is")
        page.assert_quiet()


def test_the_page_goes_to_a_file_or_to_stdout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["explore"]) == ExitCode.DONE
    said = capsys.readouterr().out
    assert main(["explore", "-o", "-"]) == ExitCode.DONE

    assert said == "Written: attention-explorer.html\n"
    assert (tmp_path / "attention-explorer.html").read_text() == capsys.readouterr().out == explorer_page()
