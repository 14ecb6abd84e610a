"""A class with one folder on top of it is still a class, and that is told; one learner's folder is never taken for one."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from grader.classroom.exams import exam_answers
from grader.classroom.intake import Intake, take_in
from grader.classroom.places import places_in
from grader.content.models import Level
from tests.engine.classroom.lab import repository
from tests.engine.running import environment

ROWS = "def softmax_np(x, axis=-1):\n    return x\n"
MATRIX = "def attention_matrix(q, k):\n    return q\n"
MOODLE = {
    "Ada Example_1234569_assignsubmission_file_/softmax_rows.py": ROWS,
    "Ben Sample_1234570_assignsubmission_file_/softmax_rows.py": ROWS + "# mine\n",
}


def zipped(files: dict[str, str | bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def on_top(folder: Path, files: dict[str, str | bytes], *, as_zip: bool) -> Path:
    """The files with a folder `dl` on top: in `dl.zip`, or in a folder `unpacked`."""
    folder.mkdir(exist_ok=True)
    if as_zip:
        (folder / "dl.zip").write_bytes(zipped({f"dl/{name}": content for name, content in files.items()}))
        return folder / "dl.zip"
    for name, content in files.items():
        path = folder / "unpacked" / "dl" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder / "unpacked"


def keys(intake: Intake) -> list[str]:
    return [each.key for each in intake.submissions]


@pytest.mark.parametrize("as_zip", [True, False])
def test_a_download_with_one_folder_on_top_is_the_download(tmp_path: Path, level: Level, as_zip: bool) -> None:
    source = on_top(tmp_path, {**MOODLE, ".DS_Store": "", "__MACOSX/x": ""}, as_zip=as_zip)
    intake = take_in(source, level)

    assert (intake.platform, keys(intake)) == ("moodle", ["1234569", "1234570"])
    assert [file.slug for each in intake.submissions for file in each.files] == ["softmax-rows"] * 2
    (said,) = intake.notices
    assert f"`{source}` has one folder on top, `dl`" in said and "If `dl` is one learner" in said


@pytest.mark.parametrize("as_zip", [True, False])
@pytest.mark.parametrize(
    "files",
    [
        {"ada/softmax_rows.py": ROWS, "ben/attention_matrix.py": MATRIX},
        {"ada/softmax_rows.py": ROWS, "ben/hw/softmax_rows.py": ROWS + "#\n", "readme.md": "x"},
        {"ada.zip": zipped({"softmax_rows.py": ROWS}), "ben.zip": zipped({"hw/softmax_rows.py": ROWS})},
        {"ada.zip": zipped({"softmax_rows.py": ROWS}), "ben/softmax_rows.py": ROWS},
        {"ada/softmax_rows.py": ROWS, "ben/softmax_rows.py": ROWS, "cy/notes.txt": "none yet"},
        {"again/ada/softmax_rows.py": ROWS, "again/ben/softmax_rows.py": ROWS},
    ],
)
def test_learners_below_one_folder_are_never_merged(tmp_path: Path, level: Level, files: dict[str, str | bytes], as_zip: bool) -> None:
    intake = take_in(on_top(tmp_path, files, as_zip=as_zip), level)

    assert keys(intake)[:2] == ["ada", "ben"]
    assert all(len(each.files) == 1 and not each.problem for each in intake.submissions[:2])
    assert "one folder on top" in intake.notices[0]


@pytest.mark.parametrize("as_zip", [True, False])
@pytest.mark.parametrize(
    "files",
    [
        {"o3_weights/softmax_rows.py": ROWS, "o1_context/one_query.py": ROWS},
        {"softmax_rows.py": ROWS, "old/softmax_rows.py": ROWS, "older/softmax_rows.py": ROWS},
        {"src/softmax_rows.py": ROWS, "notes/a.txt": "x"},
        {"src/softmax_rows.py": ROWS, "books/other.ipynb": '{"cells": []}'},
        {"hw.zip": zipped({"a/softmax_rows.py": ROWS, "b/attention_matrix.py": MATRIX})},
    ],
)
def test_one_learners_folder_stays_one_learner(tmp_path: Path, level: Level, files: dict[str, str | bytes], as_zip: bool) -> None:
    intake = take_in(on_top(tmp_path, files, as_zip=as_zip), level)

    assert (keys(intake), intake.notices) == (["dl"], ())


def test_a_zip_of_zips_is_a_class_as_a_folder_of_zips_is(tmp_path: Path, level: Level) -> None:
    one = zipped({"softmax_rows.py": ROWS})
    (tmp_path / "class.zip").write_bytes(zipped({"ada.zip": one, "ben.zip": one, "ben/softmax_rows.py": ROWS}))
    found = {each.key: each for each in take_in(tmp_path / "class.zip", level).submissions}

    assert [file.slug for file in found["ada"].files] == ["softmax-rows"]
    assert found["ben"].problem == "There are two submissions for ben: ben.zip and ben. Keep one."


def test_checkouts_below_one_folder_are_read_as_checkouts(tmp_path: Path, level: Level) -> None:
    for who in ("ada", "ben"):
        repository(tmp_path / "all" / "lab-submissions" / f"lab-{who}", ("2026-10-01T12:00:00+0000", ROWS), name="softmax_rows.py")
    intake = take_in(tmp_path / "all", level)

    assert (intake.platform, keys(intake)) == ("git", ["ada", "ben"])
    assert "one folder on top" in intake.notices[0]


def test_results_beside_the_folder_on_top_change_nothing(tmp_path: Path, level: Level) -> None:
    source = on_top(tmp_path, dict(MOODLE), as_zip=False)
    (source / "graded").mkdir()
    for name in ("class.sqlite", "grader.lock", "class.yaml"):
        (source / "graded" / name).touch()

    assert keys(take_in(source, level)) == ["1234569", "1234570"]


def test_settings_below_the_folder_on_top_are_said_to_be_unread(tmp_path: Path, level: Level) -> None:
    source = on_top(tmp_path, {**MOODLE, "class.yaml": "exercises: [softmax-rows]\n"}, as_zip=False)

    assert take_in(source, level).notices[1] == "`dl/class.yaml` was not read: put it beside `dl`, or name it with --settings."


def test_answers_to_an_exam_are_of_the_same_learners_as_the_code(tmp_path: Path, level: Level) -> None:
    source = on_top(tmp_path, {"ada/softmax_rows.py": ROWS, "ada/answers.txt": "x", "ben/softmax_rows.py": ROWS}, as_zip=True)

    assert set(exam_answers(source, level)) == {"ada", "ben"}


@pytest.mark.parametrize("as_zip", [True, False])
def test_pages_go_back_under_the_names_of_the_system_without_the_folder(tmp_path: Path, as_zip: bool) -> None:
    assert dict(places_in(on_top(tmp_path, dict(MOODLE), as_zip=as_zip)).paths) == {
        "1234569": "Ada Example_1234569_assignsubmission_file_/feedback.html",
        "1234570": "Ben Sample_1234570_assignsubmission_file_/feedback.html",
    }


def test_a_dry_run_says_that_the_folder_on_top_was_gone_into(tmp_path: Path) -> None:
    source = on_top(tmp_path, dict(MOODLE), as_zip=True)
    run = subprocess.run(
        [sys.executable, "-m", "grader", "grade", str(source), "-o", str(tmp_path / "out"), "--dry-run"],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        check=True,
    )

    assert "moodle: 2 submissions" in run.stdout
    assert "one folder on top, `dl`" in " ".join(run.stdout.split())
