"""Pages go back where each course system looks for them, and Moodle's gradebook takes the marks; nobody is made up."""

from __future__ import annotations

import ast
import csv
import io
import zipfile
from pathlib import Path

import pytest

from grader.classroom.layouts import Platform, blackboard, canvas, moodle
from grader.classroom.marks import mark_rows
from grader.classroom.places import places_in
from grader.classroom.projection import learner_document
from grader.classroom.roster import Person, Roster
from grader.content.load import load_level
from grader.content.models import Level
from grader.errors import UsageError
from grader.export.feedback import feedback_text, feedback_zip
from grader.export.moodle_gradebook import moodle_gradebook
from grader.results import Verdict
from tests.engine.classroom import made_up
from tests.engine.classroom.lab import SAMPLES

CANVAS = SAMPLES / "canvas/CS101-Attention_Lab_submissions.zip"
BLACKBOARD = SAMPLES / "blackboard/gradebook_CS101_Attention20Lab_2026-10-05-09-30-00.zip"
WORK = {"s1": {"softmax-by-hand": (Verdict.PASSED, ""), "softmax-rows": (Verdict.FAILED, "softmax-wrong-axis")}, "s2": {}}


@pytest.fixture(scope="module")
def level() -> Level:
    return load_level()


def names_in(download: Path) -> list[str]:
    with zipfile.ZipFile(download) as archive:
        return archive.namelist()


def test_canvas_finds_each_submission_by_the_ids_of_its_own_file() -> None:
    places = places_in(CANVAS)
    texts = {"20215", "20216"}  # a text and a link: no file of theirs has an id

    assert places.platform is Platform.CANVAS
    assert set(places.paths.values()) <= set(names_in(CANVAS))
    assert texts.isdisjoint(places.paths)
    assert len(places.paths) == 11
    for key, path in places.paths.items():
        meant = canvas(path, places.paths.keys())
        assert meant is not None and meant.key == key and meant.file


@pytest.mark.parametrize("layout", ["", "_flat", "_moodle40", "_blind"])
def test_moodle_takes_pages_back_under_the_folders_of_its_own_download(layout: str) -> None:
    download = SAMPLES / f"moodle/CS101-Attention Lab-4417{layout}.zip"
    places = places_in(download)
    own = {name.partition("_assignsubmission_")[0] for name in names_in(download)}

    assert places.platform is Platform.MOODLE
    assert {path.partition("_assignsubmission_")[0] for path in places.paths.values()} == own
    for key, path in places.paths.items():
        meant = moodle(path)
        assert meant is not None and (meant.key, meant.file) == (key, "feedback.html")


def test_moodles_default_group_has_no_id_and_gets_nothing() -> None:
    assert set(places_in(SAMPLES / "moodle/CS101-Attention Lab-4417_teams.zip").paths) == {"71"}


def test_blackboard_pages_are_named_after_the_newest_attempt() -> None:
    places = places_in(BLACKBOARD)

    assert {key: blackboard(path) for key, path in places.paths.items()} == {
        key: blackboard(f"Attention20Lab_{key}_attempt_{at}_feedback.html")
        for key, at in (("afakename1", "2026-10-04-22-15-33"), ("z_testova", "2026-10-04-09-00-01"))
    }


def test_an_unpacked_download_gives_the_same_places(tmp_path: Path) -> None:
    with zipfile.ZipFile(CANVAS) as archive:
        archive.extractall(tmp_path)
    (tmp_path / "class.yaml").write_text("title: x\n")

    assert places_in(tmp_path) == places_in(CANVAS)


@pytest.mark.parametrize("name", ["plain", "single/truncated.zip", "single/not_a_zip.zip"])
def test_what_is_no_download_is_refused_and_said(name: str) -> None:
    with pytest.raises(UsageError, match=r"is no download|cannot be read"):
        places_in(SAMPLES / name)


def test_equal_pages_give_equal_archives() -> None:
    assert feedback_zip([("b", b"2"), ("a", b"1")]) == feedback_zip([("a", b"1"), ("b", b"2")])


def test_feedback_as_text_is_a_python_file_of_comments_with_every_check_and_nothing_hidden(level: Level) -> None:
    graded = made_up.graded(level, WORK, names={"s1": "Ada\nimport os\u202e"})
    one, none = (feedback_text(learner_document(graded, each, level, shows_inputs=False)) for each in graded.submissions)

    assert ast.parse(one).body == [] and ast.parse(none).body == []
    assert "# softmax-rows: 7.5 of 15" in one
    assert "#   [x] Sentence 0.\n#   [ ] Sentence 1. (wrong values)" in one
    assert level.misconceptions["softmax-wrong-axis"].correction.split()[0] in one
    assert "No mark." in none
    assert made_up.SECRET_TEXT not in one
    assert "\u202e" not in one


def test_moodles_gradebook_table_has_a_row_for_each_mark_and_says_whom_it_leaves_out(level: Level) -> None:
    rows = mark_rows(made_up.graded(level, WORK), Roster((Person("s1", "Ada Example", others=("A.Example@example.invalid",)),)))
    filled = moodle_gradebook(rows, "Week 3", out_of=10)
    read = list(csv.reader(io.StringIO(filled.text, newline="")))

    assert read[0] == ["Email address", "ID number", "Assignment: Week 3 (Real)", "Feedback: Week 3"]
    assert [row[:2] for row in read[1:]] == [["A.Example@example.invalid", "s1"]]
    assert read[1][2] == f"{10 * 17.5 / rows[0].max_points:.2f}"
    assert read[1][3].startswith("17.5 of ")
    assert filled.notices == ("s2 was left out: no work handed in.",)
    assert moodle_gradebook(rows, "Week 3").text.splitlines()[1].split(",")[2] == "17.50"


def test_moodles_own_sample_has_the_same_columns(level: Level) -> None:
    kept = (SAMPLES / "moodle/gradebook_import.csv").read_text("utf-8-sig").splitlines()[0]
    rows = mark_rows(made_up.graded(level, WORK), Roster(()))

    assert moodle_gradebook(rows, "Attention Lab").text.splitlines()[0] == kept
