"""Annotations and summaries stay within GitHub's limits, and no name breaks out of its place."""

from __future__ import annotations

import re

import pytest

from grader.classroom.marks import MarkRow, mark_rows
from grader.classroom.roster import Roster
from grader.content.load import load_level
from grader.content.models import Level
from grader.export.github import CUT, SUMMARY_BYTES, error_lines, summary
from grader.results import Verdict
from tests.engine.classroom import made_up


@pytest.fixture(scope="module")
def level() -> Level:
    return load_level()


def rows(level: Level, count: int, *, key: str = "s") -> tuple[MarkRow, ...]:
    work = {f"{key}{number:05}": {"softmax-rows": (Verdict.FAILED, "")} for number in range(count)}
    return mark_rows(made_up.graded(level, work), Roster(()))


def test_at_most_ten_annotations_and_the_last_says_how_many_more(level: Level) -> None:
    few, many = error_lines(rows(level, 10), level).splitlines(), error_lines(rows(level, 12), level).splitlines()

    assert (len(few), len(many)) == (10, 10)
    assert "more" not in few[-1]
    assert many[-1].endswith("::3 more; the job summary has all of them")
    assert few[0].startswith("::error file=softmax_rows.py,title=s00000%3A ")


def test_a_name_cannot_add_a_command_or_a_property(level: Level) -> None:
    text = error_lines(rows(level, 1, key="a,col=1:\n::set-env name=X::%"), level)

    assert len(text.splitlines()) == 1
    assert re.fullmatch(r"::error file=[^:,]*,title=[^:,]*::[^\n]*\n", text)


def test_a_long_summary_is_cut_at_a_row_and_says_so(level: Level) -> None:
    one = rows(level, 1)
    text = summary(one * 40_000, "Week 3")

    assert SUMMARY_BYTES - 200 < len(text.encode()) <= SUMMARY_BYTES
    assert text.endswith(f"|\n{CUT}")
    assert CUT not in summary(one, "Week 3")


def test_a_name_is_no_markup_in_the_summary(level: Level) -> None:
    text = summary(rows(level, 1, key="<img src=x>|`*_"), "Week <b>3</b>")

    assert "<" not in text
    assert "\\|\\`\\*\\_00000" in text


def test_nothing_hidden_is_shown(level: Level) -> None:
    found = rows(level, 3)

    assert made_up.SECRET_TEXT not in error_lines(found, level) + summary(found, "Week 3")
