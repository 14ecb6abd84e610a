"""--accept-renames: a file of another name is taken where it can mean one exercise only; without the flag none ever is."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from grader.classroom.intake import take_in
from grader.classroom.limits import IntakeLimits
from grader.classroom.names import FileNames
from grader.content.models import Level
from grader.store.rows import NewSubmission
from tests.engine.classroom.lab import SAMPLES, LabExercise


def taken(folder: Path, level: Level, *, accepts: bool = True, limits: IntakeLimits | None = None) -> NewSubmission:
    (one,) = take_in(folder, level, file_names=FileNames(level, accepts_renames=accepts), limits=limits).submissions
    return one


def hand_in(folder: Path, files: dict[str, str], *, as_zip: bool = False) -> Path:
    (folder / "ada").mkdir(parents=True)
    for name, text in files.items():
        (folder / "ada" / name).write_text(text)
    if as_zip:
        with zipfile.ZipFile(folder / "ada.zip", "w") as archive:
            for name in files:
                archive.write(folder / "ada" / name, name)
                (folder / "ada" / name).unlink()
        (folder / "ada").rmdir()
    return folder


def text_of(level: Level, slug: str) -> str:
    return "".join(f"def {name}(*given):\n    return given\n\n" for name in level.exercise(slug).functions)


@pytest.mark.parametrize("as_zip", [False, True])
@pytest.mark.parametrize("name", ["sofmax_rows.py", "homework 3 final.py"])
def test_a_near_name_or_the_very_functions_mean_an_exercise(tmp_path: Path, level: Level, name: str, as_zip: bool) -> None:
    folder = hand_in(tmp_path, {name: text_of(level, "softmax-rows")}, as_zip=as_zip)

    assert [(file.slug, file.path) for file in taken(folder, level).files] == [("softmax-rows", name)]
    assert taken(folder, level).warnings == (f"{name} was taken for softmax-rows.",)
    assert taken(folder, level, accepts=False).files == ()


def test_a_file_of_the_right_name_goes_before_any_other(tmp_path: Path, level: Level) -> None:
    folder = hand_in(tmp_path, {"softmax_rows.py": "# mine", "sofmax_rows.py": "# old", "final.py": text_of(level, "softmax-rows")})
    one = taken(folder, level)

    assert [(file.path, file.problem) for file in one.files] == [("softmax_rows.py", "")]
    assert one.warnings == (
        "sofmax_rows.py was not graded. Is it meant to be softmax_rows.py?",
        "Not graded, for they are called like no exercise: final.py.",
    )


def test_two_that_could_be_meant_are_named_and_neither_is_taken(tmp_path: Path, level: Level) -> None:
    one = taken(hand_in(tmp_path, {"v1.py": text_of(level, "softmax-rows"), "v2.py": text_of(level, "softmax-rows") + "#"}), level)

    assert one.files == ()
    assert one.warnings == ("softmax-rows could be any of v1.py, v2.py. None of them was taken.",)


def test_the_same_file_under_two_names_is_taken_once(tmp_path: Path, level: Level) -> None:
    one = taken(hand_in(tmp_path, {"v1.py": text_of(level, "softmax-rows"), "v2.py": text_of(level, "softmax-rows")}), level)

    assert [(file.slug, file.path) for file in one.files] == [("softmax-rows", "v1.py")]


def test_a_file_with_the_functions_of_two_exercises_means_neither(tmp_path: Path, level: Level) -> None:
    both = text_of(level, "softmax-rows") + text_of(level, "one-query")

    assert taken(hand_in(tmp_path, {"all.py": both, "empty.py": "", "other.py": "def main():\n    ...\n"}), level).files == ()


def test_a_flood_of_other_files_is_looked_into_up_to_a_limit_and_that_is_said(tmp_path: Path, level: Level) -> None:
    folder = hand_in(tmp_path, {f"part_{number}.py": f"# {number}" for number in range(5)})

    said = taken(folder, level, limits=IntakeLimits(max_strangers=3)).warnings

    assert "Of 5 files of other names only 3 were looked into." in said


def test_a_file_of_another_exercise_under_the_wrong_name_is_pointed_out_and_graded_as_named(tmp_path: Path, level: Level) -> None:
    files = {"softmax_rows.py": text_of(level, "one-query"), "one_query.py": "def helper():\n    ...\n"}
    one = taken(hand_in(tmp_path, files), level, accepts=False)

    assert [file.slug for file in one.files] == ["one-query", "softmax-rows"]
    assert one.warnings == ("softmax_rows.py has the functions of one-query and none of softmax-rows. Was it meant for one-query?",)


def test_the_samples_renamed_files_are_taken_when_that_is_accepted(level: Level) -> None:
    class Names(FileNames):
        accepts_renames = True

        def __init__(self) -> None:
            self.exercises = (LabExercise(),)  # type: ignore[assignment]  # only names are asked of it
            self._slugs = {"attention.py": "attention"}
            self._loose = {"attention.py": "attention"}

    found = {
        each.key: each for each in take_in(SAMPLES / "canvas/CS101-Attention_Lab_submissions.zip", level, file_names=Names()).submissions
    }

    assert [file.path for file in found["20214"].files] == ["my attention (final) v2.py"]
    assert found["20214"].warnings[0] == "my attention (final) v2.py was taken for attention."
