"""Work that no exercise's name leads to is never passed over in silence: it is listed, with what to do."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from grader.classroom.intake import take_in
from grader.classroom.limits import IntakeLimits
from grader.cli import main
from grader.content.models import Level

ROWS = "def softmax_np(x, axis=-1):\n    return x\n"
OTHER = "def helper():\n    return 1\n"


def both(level: Level) -> str:
    return "".join(f"def {name}(*given): ...\n" for slug in ("softmax-rows", "one-query") for name in level.exercise(slug).functions)


def one_of(level: Level, slug: str) -> str:
    return "".join(f"def {name}(*given): ...\n" for name in level.exercise(slug).functions)


def inner() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("softmax_rows.py", ROWS)
    return packed.getvalue()


def hand_in(folder: Path, way: str, files: dict[str, str | bytes]) -> Path:
    """The files as a learner's folder, a learner's .zip, or in a download of Moodle."""
    folder.mkdir(exist_ok=True)
    if way == "folder":
        for name, content in files.items():
            (folder / "ada" / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / "ada" / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return folder
    top = "Ada_12_assignsubmission_file_/" if way == "moodle" else ""
    path = folder / ("moodle.zip" if top else "ada.zip")
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(top + name, content)
    return path if top else folder


def warnings(source: Path, level: Level, limits: IntakeLimits | None = None) -> tuple[str, ...]:
    (one,) = take_in(source, level, limits=limits).submissions
    return one.warnings


WAYS = pytest.mark.parametrize("way", ["folder", "zip", "moodle"])


@WAYS
def test_programs_of_other_names_say_what_is_in_them(tmp_path: Path, level: Level, way: str) -> None:
    files = {"homework.py": both(level), "softmax.py": one_of(level, "softmax-rows")}

    slugs = " and ".join(each.slug for each in level.exercises if each.slug in ("softmax-rows", "one-query"))

    assert warnings(hand_in(tmp_path, way, dict(files)), level) == (
        f"homework.py was not graded: it has the functions of {slugs}, and the name of none. Ask for one file for each, or a notebook.",
        "softmax.py was not graded: it has the functions of softmax-rows, and the name of none. `--accept-renames` can take it.",
    )


@WAYS
@pytest.mark.parametrize("name", ["softmax_rows.py.txt", "softmax_rows.txt", "Softmax-Rows.py.docx", "softmax_rows.py.bak"])
def test_an_ending_too_many_is_pointed_out(tmp_path: Path, level: Level, way: str, name: str) -> None:
    assert warnings(hand_in(tmp_path, way, {name: ROWS}), level) == (f"{name} was not graded. Is it meant to be softmax_rows.py?",)


@WAYS
def test_what_is_all_there_is_is_listed(tmp_path: Path, level: Level, way: str) -> None:
    files: dict[str, str | bytes] = {"report.pdf": b"%PDF", "src/main.py": OTHER, "Ada - x.txt": "y", "NOTES.md": "ours", "a.svg": "ours"}
    (said,) = warnings(hand_in(tmp_path, way, files), level)

    assert said.startswith("Nothing was graded, for no exercise is called like this: ")
    assert all(name in said for name in ("report.pdf", "src/main.py", "Ada - x.txt")) and "NOTES" not in said and "svg" not in said
    assert "Ask for files called as in the task" in said


@WAYS
def test_beside_work_only_other_programs_are_listed(tmp_path: Path, level: Level, way: str) -> None:
    files: dict[str, str | bytes] = {"softmax_rows.py": ROWS, "helper.py": OTHER, "report.pdf": b"%PDF", "softmax_rows.py.bak": ROWS}

    assert warnings(hand_in(tmp_path, way, files), level) == ("Not graded, for they are called like no exercise: helper.py.",)


@pytest.mark.parametrize("way", ["folder", "zip"])
@pytest.mark.parametrize("name", ["inner.zip", "deep/work.7z", "x.tar.gz", "y.RAR"])
def test_an_archive_that_is_not_opened_is_told(tmp_path: Path, level: Level, way: str, name: str) -> None:
    (said,) = warnings(hand_in(tmp_path, way, {"softmax_rows.py": ROWS, name: inner()}), level)

    assert said.startswith(f"{name} is an archive") and "not opened" in said


@WAYS
def test_a_notebook_without_an_exercise_is_told(tmp_path: Path, level: Level, way: str) -> None:
    book = json.dumps({"nbformat": 4, "cells": [{"cell_type": "code", "source": "x = 1", "metadata": {}}]})

    assert warnings(hand_in(tmp_path, way, {"hw.ipynb": book}), level) == (
        "hw.ipynb has the functions of no exercise: nothing of it was graded.",
    )


@WAYS
def test_the_files_that_are_read_are_bounded_and_all_are_told(tmp_path: Path, level: Level, way: str) -> None:
    source = hand_in(tmp_path, way, {f"f{number}.py": one_of(level, "softmax-rows") for number in range(5)})
    said = warnings(source, level, IntakeLimits(max_strangers=2))

    assert sum("has the functions" in each for each in said) == 2
    assert "f2.py, f3.py, f4.py" in said[-1]


def test_a_dry_run_and_the_page_of_the_instructor_list_them(
    tmp_path: Path, level: Level, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (hand_in(tmp_path / "work", "folder", {"homework.py": both(level)}) / "class.yaml").write_text("exercises: [softmax-rows]\n")

    assert main(["grade", "work", "--dry-run"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "1 doubtful" in out and "doubtful: homework.py was not graded: it has the functions" in out

    assert main(["grade", "work", "-o", "graded"]) == 0
    assert "nothing that can be graded, from ada: the report says why" in capsys.readouterr().err
    assert "homework.py was not graded: it has the functions" in (tmp_path / "graded" / "index.html").read_text("utf-8")
