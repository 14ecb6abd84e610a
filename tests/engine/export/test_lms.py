"""Marks into exported tables: only the cells that are ours change, ids and headers stay to the byte, and nobody is made up."""

from __future__ import annotations

import re

import pytest

from grader.classroom.marks import MarkRow, mark_rows
from grader.classroom.roster import Roster, read_roster
from grader.content.load import load_level
from grader.content.models import Level
from grader.errors import UsageError
from grader.export.lms import fill_canvas, fill_moodle
from grader.export.rawcsv import read_raw
from grader.results import Verdict
from tests.engine.classroom import made_up
from tests.engine.classroom.lab import SAMPLES

CANVAS = SAMPLES / "canvas/gradebook_export.csv"
MOODLE = SAMPLES / "moodle/Grades-CS101-Attention Lab-4417.csv"
GERMAN = SAMPLES / "moodle/Grades_de_semicolon.csv"
ALL = dict.fromkeys(made_up.SLUGS, (Verdict.PASSED, ""))
SOME = {**ALL, "softmax-rows": (Verdict.FAILED, "")}


@pytest.fixture(scope="module")
def level() -> Level:
    return load_level()


def text(path: object) -> str:
    return path.read_bytes().decode("utf-8")  # type: ignore[attr-defined]  # a path


def marks(level: Level, work: dict[str, object], roster: Roster | None = None) -> tuple[MarkRow, ...]:
    return mark_rows(made_up.graded(level, work), roster or Roster(()))  # type: ignore[arg-type]  # as made_up says


def test_a_table_that_is_not_touched_comes_back_to_the_byte() -> None:
    for path in (CANVAS, MOODLE, GERMAN, SAMPLES / "canvas/gradebook_export_semicolon_decimalcomma.csv"):
        delimiter = ";" if ";" in text(path).splitlines()[0] else ","
        assert read_raw(text(path), delimiter).text() == text(path)


def test_canvas_gets_what_the_sample_expects(level: Level) -> None:
    filled = fill_canvas(text(CANVAS), marks(level, {"20114": ALL, "20115": ALL}), "770123")

    assert filled.text.encode() == (SAMPLES / "canvas/expected_import.csv").read_bytes()
    assert filled.count == 2
    assert any("scaled to the 10" in notice for notice in filled.notices)


def test_canvas_keeps_ids_and_formulas_as_exported_and_never_names_the_test_student(level: Level) -> None:
    filled = fill_canvas(text(CANVAS), marks(level, {"20299": SOME, "20999": ALL, "77": ALL}), "Attention Lab")

    assert '"=""""=HYPERLINK(x)""""",20299,S0299,inject,CS101-A,' in filled.text
    assert "Student, Test" not in filled.text
    assert {"77 is in the class and not in the table.", "20999 is in the class and not in the table."} <= set(filled.notices)


def test_canvas_leaves_blanks_and_the_excused_out_and_says_why(level: Level) -> None:
    template = text(CANVAS)
    quiz = fill_canvas(template, marks(level, {"20114": {}, "20212": ALL}), "770124")

    assert quiz.count == 0
    assert {"20114 was left out: no work handed in.", "20212 was left out: excused."} <= set(quiz.notices)


@pytest.mark.parametrize("possible", ["nan", "inf", "abc"])
def test_points_that_are_no_number_are_told_and_scale_nothing(possible: str, level: Level) -> None:
    template = re.sub(r"(Points Possible.*)", lambda found: re.sub(r"\b10(\.0+)?\b", possible, found[1]), text(CANVAS))
    assert possible in template

    filled = fill_canvas(template, marks(level, {"20114": ALL}), "770123")

    assert f"Points Possible is “{possible}”, which is no number: marks are on our own points." in filled.notices
    assert all("nan" not in line for line in filled.text.lower().splitlines() if line.startswith(("fake", "mock")))


def test_canvas_matches_by_the_ids_of_the_class_list(level: Level) -> None:
    rows = marks(level, {"S0213": ALL}, read_roster(CANVAS))

    assert "20213,S0213,ztestova,CS101-A,10.00" in fill_canvas(text(CANVAS), rows, "770123").text


def test_canvas_with_semicolons_writes_commas_and_no_mark_of_the_file(level: Level) -> None:
    template = text(SAMPLES / "canvas/gradebook_export_semicolon_decimalcomma.csv")
    filled = fill_canvas(template, marks(level, {"20213": SOME}), "")

    assert filled.text.startswith("Student;ID;")
    assert "20213;ztestova;" in filled.text and ";8,13\r\n" in filled.text


def test_canvas_warns_of_a_title_that_it_would_swallow_and_asks_which_assignment(level: Level) -> None:
    template = text(CANVAS).replace("Attention Lab (770123)", "Final Score Lab (770123)")

    assert "drops in silence" in fill_canvas(template, marks(level, {"20114": ALL}), "770123").notices[0]
    with pytest.raises(UsageError, match=r"Which assignment\?"):
        fill_canvas(text(CANVAS), (), "")


@pytest.mark.parametrize(("path", "mark"), [(MOODLE, "8.13"), (GERMAN, "8,13")])
def test_moodle_changes_only_grade_and_feedback(path: object, mark: str, level: Level) -> None:
    before = text(path)
    rows = marks(level, {"60114": SOME})
    filled = fill_moodle(before, rows)
    delimiter = ";" if ";" in before.splitlines()[0] else ","
    old, new = read_raw(before, delimiter), read_raw(filled.text, delimiter)
    changed = {
        (number, column)
        for number, (one, other) in enumerate(zip(old.rows, new.rows, strict=True))
        for column, (was, now) in enumerate(zip(one.cells, other.cells, strict=True))
        if was != now
    }

    assert changed == {(1, 4), (1, 9)}
    assert new.value(new.rows[1], 4) == mark
    assert new.value(new.rows[1], 9) == rows[0].feedback
    assert [row.end for row in old.rows] == [row.end for row in new.rows]


def test_moodle_says_which_rows_had_a_grade_and_leaves_blanks(level: Level) -> None:
    filled = fill_moodle(text(MOODLE), marks(level, {"60213": ALL, "60300": {}, "9": ALL}))

    assert any(notice.startswith("60213 had 6.00 (Tuesday, 6 October 2026, 8:00 AM)") for notice in filled.notices)
    assert "60300 was left as it is: no work handed in." in filled.notices
    assert "9 is in the class and not in the table." in filled.notices


def test_moodle_finds_people_by_their_address(level: Level) -> None:
    rows = marks(level, {"60213": ALL}, read_roster(MOODLE))

    assert fill_moodle(text(MOODLE).replace("Participant 60213", "Participant 1"), rows).count == 1


@pytest.mark.parametrize("wrong", ["a,b\n1,2\n", ""])
def test_what_is_no_exported_table_is_refused(wrong: str) -> None:
    with pytest.raises(UsageError):
        fill_canvas(wrong, (), "")
    with pytest.raises(UsageError):
        fill_moodle(wrong, ())
