"""Intake: who handed in what, read once, with nothing guessed and nothing followed out of the folder."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from grader.classroom.intake import take_in
from grader.classroom.limits import IntakeLimits
from grader.content.models import Level
from grader.errors import NothingToDo, UsageError
from grader.store.rows import NewSubmission
from tests.engine.running import environment

ROWS = "def softmax_np(x, axis=-1):\n    return x\n"


def put(folder: Path, *paths: str, text: str = ROWS) -> None:
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def one(folder: Path, level: Level, **bounds: int) -> NewSubmission:
    found = take_in(folder, level, limits=IntakeLimits(**bounds)).submissions
    assert len(found) == 1
    return found[0]


def by_slug(submission: NewSubmission) -> dict[str, tuple[str, bool, str]]:
    return {file.slug: (file.path, file.content is not None, file.problem) for file in submission.files}


def test_a_folder_and_a_zip_are_a_submission_each(tmp_path: Path, level: Level) -> None:
    put(tmp_path, "ben/softmax_rows.py")
    with zipfile.ZipFile(tmp_path / "ada.zip", "w") as archive:
        archive.writestr("homework/o3_weights/softmax_rows.py", ROWS)

    found = take_in(tmp_path, level).submissions

    assert [each.key for each in found] == ["ada", "ben"]
    assert by_slug(found[0]) == {"softmax-rows": ("homework/o3_weights/softmax_rows.py", True, "")}
    assert found[0].files[0].content is found[1].files[0].content, "equal files are kept once"
    assert found[0].files[0].content.read() == ROWS.encode()


def test_exercise_files_are_found_anywhere_inside(tmp_path: Path, level: Level) -> None:
    put(tmp_path, "ada/o3_weights/softmax_rows.py", "ada/deep/er/one_query.py", "ada/notes.txt", "ada/helper.py")

    assert set(by_slug(one(tmp_path, level))) == {"softmax-rows", "one-query"}


@pytest.mark.parametrize("name", ["softmax_rows (1).py", "Softmax_Rows.py", "softmax-rows.py", "softmax_rows(2).PY"])
def test_a_renamed_file_is_taken_and_said(tmp_path: Path, level: Level, name: str) -> None:
    put(tmp_path, f"ada/{name}")
    submission = one(tmp_path, level)

    assert by_slug(submission) == {"softmax-rows": (name, True, "")}
    assert submission.warnings == (f"{name} was taken for softmax-rows.",)


def test_two_different_files_for_one_exercise_are_reported_and_neither_is_taken(tmp_path: Path, level: Level) -> None:
    put(tmp_path, "ada/softmax_rows.py")
    put(tmp_path, "ada/old/softmax_rows.py", text="# older\n")

    assert by_slug(one(tmp_path, level)) == {
        "softmax-rows": (
            "softmax_rows.py",
            False,
            "2 different files could be meant: softmax_rows.py, old/softmax_rows.py. Hand in one.",
        )
    }


def test_the_same_file_twice_is_taken_once_and_said(tmp_path: Path, level: Level) -> None:
    put(tmp_path, "ada/softmax_rows.py", "ada/backup/softmax_rows.py")
    submission = one(tmp_path, level)

    assert by_slug(submission) == {"softmax-rows": ("softmax_rows.py", True, "")}
    assert submission.warnings == ("softmax-rows came 2 times, each time the same file.",)


def test_a_name_that_is_nearly_right_is_pointed_out_and_not_graded(tmp_path: Path, level: Level) -> None:
    put(tmp_path, "ada/softmax_row.py")
    submission = one(tmp_path, level)

    assert submission.files == ()
    assert submission.warnings == ("softmax_row.py was not graded. Is it meant to be softmax_rows.py?",)


def test_a_folder_and_a_zip_of_one_name_are_two_submissions_of_one_learner(tmp_path: Path, level: Level) -> None:
    put(tmp_path, "ada/softmax_rows.py")
    with zipfile.ZipFile(tmp_path / "ada.zip", "w") as archive:
        archive.writestr("softmax_rows.py", ROWS)

    assert one(tmp_path, level).problem == "There are two submissions for ada: ada and ada.zip. Keep one."


def test_what_tools_leave_behind_is_passed_over_in_silence(tmp_path: Path, level: Level) -> None:
    put(tmp_path, "ada/softmax_rows.py", "ada/__pycache__/softmax_rows.py", "ada/.git/softmax_rows.py", "ada/.venv/x/softmax_rows.py")
    put(tmp_path, "ada/__MACOSX/softmax_rows.py", "ada/node_modules/softmax_rows.py", text="# other\n")
    submission = one(tmp_path, level)

    assert by_slug(submission) == {"softmax-rows": ("softmax_rows.py", True, "")}
    assert submission.warnings == ()


def test_results_among_the_submissions_are_no_learner(tmp_path: Path, level: Level) -> None:
    put(tmp_path, "ada/softmax_rows.py", "graded/index.html", "graded/class.sqlite", "graded/grader.lock")
    put(tmp_path, "ben/softmax_rows.py", "ben/class.sqlite")  # work is not left out for a file of that name

    assert [each.key for each in take_in(tmp_path, level).submissions] == ["ada", "ben"]
    assert take_in(tmp_path, level).ignored == ("graded",)


def test_links_are_never_followed(tmp_path: Path, level: Level) -> None:
    put(tmp_path, "secret/softmax_rows.py", text="# a secret\n")
    folder = tmp_path / "class"
    put(folder, "ada/one_query.py", text="# mine\n")
    (folder / "ada" / "softmax_rows.py").symlink_to(tmp_path / "secret" / "softmax_rows.py")
    (folder / "ada" / "more").symlink_to(tmp_path / "secret", target_is_directory=True)
    (folder / "eve").symlink_to(tmp_path / "secret", target_is_directory=True)
    intake = take_in(folder, level)

    assert [each.key for each in intake.submissions] == ["ada"]
    assert by_slug(intake.submissions[0])["softmax-rows"] == ("softmax_rows.py", False, "softmax_rows.py is a symbolic link.")
    assert intake.submissions[0].warnings == ("more is a symbolic link, which is not followed.",)
    assert intake.ignored == ("eve",)


def test_a_pipe_or_a_socket_in_place_of_a_file_is_not_waited_for(tmp_path: Path, level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ada").mkdir()
    os.mkfifo(tmp_path / "ada" / "softmax_rows.py")
    monkeypatch.chdir(tmp_path / "ada")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("one_query.py")
        files = by_slug(one(tmp_path, level))

    assert files["softmax-rows"] == ("softmax_rows.py", False, "softmax_rows.py is not a regular file.")
    assert files["one-query"][1] is False


def test_limits_are_said_with_their_numbers(tmp_path: Path, level: Level) -> None:
    put(tmp_path, "ada/softmax_rows.py", text="#" * 101)
    assert by_slug(one(tmp_path, level, max_source_bytes=100))["softmax-rows"][2] == "softmax_rows.py is larger than 100 bytes."

    put(tmp_path, "ada/a/b/c/d.txt", "ada/e.txt")
    assert one(tmp_path, level, max_entries=3).problem == "The folder holds more than 3 files and folders."
    assert one(tmp_path, level, max_depth=2).problem == "The folder is nested deeper than 2 folders."


def test_an_empty_folder_is_a_submission_without_work(tmp_path: Path, level: Level) -> None:
    (tmp_path / "ada").mkdir()

    assert one(tmp_path, level).files == ()


def test_other_files_in_the_folder_are_named_as_left_alone(tmp_path: Path, level: Level) -> None:
    put(tmp_path, "ada/softmax_rows.py", "roster.csv", "class.yaml", "README.md", ".DS_Store", "s004.py")

    assert take_in(tmp_path, level).ignored == ("roster.csv", "s004.py")


def test_a_name_that_is_not_text_becomes_text(tmp_path: Path, level: Level) -> None:
    os.mkdir(os.fsencode(tmp_path) + b"/ad\xff\x1ba")
    (tmp_path / "zoe\u0308").mkdir()

    assert [each.key for each in take_in(tmp_path, level).submissions] == ["ad\\xff\\x1ba", "zoë"]


def test_equal_work_has_equal_hashes_and_a_changed_byte_another(tmp_path: Path, level: Level) -> None:
    put(tmp_path, "ada/softmax_rows.py", "ben/softmax_rows.py")
    put(tmp_path, "cyd/softmax_rows.py", text=ROWS + "\n")
    hashes = [each.sha256 for each in take_in(tmp_path, level).submissions]

    assert hashes[0] == hashes[1]
    assert hashes[0] != hashes[2]


def test_no_submissions_is_nothing_to_do(tmp_path: Path, level: Level) -> None:
    with pytest.raises(NothingToDo, match="No submissions"):
        take_in(tmp_path, level)


@pytest.mark.parametrize("path", ["softmax_rows.py", "o3_weights/softmax_rows.py"])
def test_one_learners_folder_in_place_of_the_class_is_noticed(tmp_path: Path, level: Level, path: str) -> None:
    put(tmp_path, path)

    with pytest.raises(UsageError, match="looks like one learner's work"):
        take_in(tmp_path, level)


def test_a_missing_folder_and_a_file_are_usage_errors(tmp_path: Path, level: Level) -> None:
    put(tmp_path, "a.txt")

    with pytest.raises(UsageError, match="No folder"):
        take_in(tmp_path / "nowhere", level)
    with pytest.raises(UsageError, match="is a file"):
        take_in(tmp_path / "a.txt", level)


def test_a_flood_of_warnings_is_shortened_and_counted(tmp_path: Path, level: Level) -> None:
    put(tmp_path, "ada/softmax_rows (1).py")
    for number in range(30):
        (tmp_path / "ada" / f"link-{number}").symlink_to(tmp_path)
    warnings = one(tmp_path, level).warnings

    assert warnings[0] == "softmax_rows (1).py was taken for softmax-rows."
    assert len(warnings) == 21
    assert warnings[-1] == "And 11 more of the kind."


TAKE_IN = """
import resource, sys
from pathlib import Path
from grader.classroom.intake import take_in
from grader.content.load import load_level

level = load_level()
take_in(Path(sys.argv[1]) / "few", level)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
taken = take_in(Path(sys.argv[1]) / "many", level)
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print(sum(file.content is not None for each in taken.submissions for file in each.files), grown * (1 if sys.platform == "darwin" else 1024))
"""


def test_of_a_class_one_learners_work_is_in_memory_at_a_time(tmp_path: Path) -> None:
    image = {"output_type": "display_data", "data": {"image/png": "A" * (4 << 20)}}
    cell = {"cell_type": "code", "source": "def softmax_np(x, axis=-1):\n    return x\n", "outputs": [image]}
    for number in range(24):
        folder = tmp_path / ("few" if number < 2 else "many") / f"s{number}"
        folder.mkdir(parents=True)
        (folder / "work.ipynb").write_text(json.dumps({"nbformat": 4, "metadata": {}, "cells": [cell]}))
        (folder / "one_query.py").write_text(f"{ROWS}# {number} {'long ' * 50_000}")
    done = subprocess.run(
        [sys.executable, "-c", TAKE_IN, str(tmp_path)], env=environment(tmp_path), capture_output=True, text=True, check=True
    )
    files, grown = map(int, done.stdout.split())

    assert files == 44
    assert grown < 16 << 20, "22 learners handed in 93 MB"


@pytest.mark.parametrize("as_zip", [True, False])
def test_names_that_differ_only_in_how_letters_are_written_are_told_apart(tmp_path: Path, level: Level, as_zip: bool) -> None:
    for name in ("Jos\u00e9", "Jose\u0301"):
        put(tmp_path / "all", f"{name}/softmax_rows.py")
    source = Path(shutil.make_archive(str(tmp_path / "all"), "zip", tmp_path / "all")) if as_zip else tmp_path / "all"
    (one,) = take_in(source, level).submissions

    assert one.key == "Jos\u00e9"
    assert r"'Jos\xe9'" in one.problem and r"'Jose\u0301'" in one.problem and "Keep one" in one.problem


def test_a_stub_beside_the_work_is_no_work_and_said(tmp_path: Path, level: Level) -> None:
    stub = level.exercise("softmax-rows").stub_path.read_text(encoding="utf-8")
    put(tmp_path, "ada/softmax_rows.py")
    put(tmp_path, "ada/template/softmax_rows.py", text=stub.replace("\n", " \r\n"))

    submission = one(tmp_path, level)

    assert by_slug(submission) == {"softmax-rows": ("softmax_rows.py", True, "")}
    assert submission.files[0].content is not None and submission.files[0].content.read() == ROWS.encode()
    assert submission.warnings == ("template/softmax_rows.py is softmax-rows as it was handed out; the other file was taken.",)


def test_a_notebook_goes_before_stubs_that_nobody_wrote_into(tmp_path: Path, level: Level) -> None:
    for exercise in level.exercises:
        put(tmp_path, f"ada/{exercise.folder}/{exercise.filename}", text=exercise.stub_path.read_text(encoding="utf-8"))
    put(tmp_path, "ada/lab.ipynb", text=json.dumps({"nbformat": 4, "cells": [{"cell_type": "code", "source": ROWS}]}))

    submission = one(tmp_path, level)

    assert by_slug(submission)["softmax-rows"] == ("lab.ipynb", True, "")
    assert len(submission.files) == len(level.exercises), "a stub that is all there is stays"
    assert [warning for warning in submission.warnings if "as it was handed out" in warning] != []


def test_the_picture_of_a_folder_on_a_mac_costs_nothing(tmp_path: Path, level: Level) -> None:
    with zipfile.ZipFile(tmp_path / "ada.zip", "w") as archive:
        archive.writestr("hw/Icon\r", b"")
        archive.writestr("hw/softmax_rows.py", ROWS)
    put(tmp_path, "ben/softmax_rows.py", "ben/Icon\r")

    taken = take_in(tmp_path, level).submissions

    assert [(each.problem, each.warnings, len(each.files)) for each in taken] == [("", (), 1), ("", (), 1)]


def test_a_class_that_tar_packed_is_read(tmp_path: Path, level: Level) -> None:
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        for key in ("ada", "ben"):
            archive.writestr(f"./{key}/softmax_rows.py", ROWS)

    assert [(each.key, len(each.files)) for each in take_in(tmp_path / "class.zip", level).submissions] == [("ada", 1), ("ben", 1)]


def test_a_notebook_that_is_called_a_program_is_read_as_one_and_said(tmp_path: Path, level: Level) -> None:
    cells = [{"cell_type": "code", "source": ROWS, "execution_count": None, "outputs": []}]
    put(tmp_path, "ada/softmax_rows.py", text=json.dumps({"cells": cells, "nbformat": 4, "metadata": {}}))

    submission = one(tmp_path, level)

    assert [(file.slug, file.content and file.content.read()) for file in submission.files] == [("softmax-rows", ROWS.encode())]
    assert submission.warnings == ("softmax_rows.py is a notebook, whatever it is called, and was read as one.",)


def test_a_program_that_only_speaks_of_notebooks_is_a_program(tmp_path: Path, level: Level) -> None:
    text = f'KEYS = {{"nbformat": 4, "cells": []}}\n{ROWS}'
    put(tmp_path, "ada/softmax_rows.py", text=text)

    assert [file.content and file.content.read() for file in one(tmp_path, level).files] == [text.encode()]
