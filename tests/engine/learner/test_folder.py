"""The learner's folder: nothing of theirs is ever overwritten or lost."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader.content.models import Level
from grader.errors import NoLearnerFolder, NothingToDo, UsageError
from grader.learner.backups import copies, reset, undo
from grader.learner.folder import LearnerFolder, find_folder, start


def test_start_copies_every_stub_and_note(level: Level, folder: LearnerFolder) -> None:
    for exercise in level.exercises:
        assert folder.source(exercise) == exercise.stub_path.read_bytes()
    assert (folder.root / "a_first" / "NOTES.md").is_file()


def test_starting_again_keeps_the_learners_work(level: Level, folder: LearnerFolder) -> None:
    file = folder.file(level.exercise("add-two"))
    file.write_text("mine\n")
    again = start(level, folder.root)

    assert file.read_text() == "mine\n"
    assert file in again.kept
    assert again.written == ()


def test_the_level_itself_is_no_place_to_work_in(level: Level) -> None:
    for place in (level.root.exercises, level.root.exercises / "a_first", level.root.exercises.parent):
        with pytest.raises(UsageError, match="holds the level itself"):
            start(level, place)


def test_the_folder_is_found_from_below(folder: LearnerFolder) -> None:
    assert find_folder(folder.root / "a_first").root == folder.root


def test_outside_of_any_folder_the_next_step_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoLearnerFolder) as caught:
        find_folder(tmp_path)

    assert "grader start" in caught.value.hint


def test_a_file_too_large_to_be_an_exercise_is_refused(level: Level, folder: LearnerFolder) -> None:
    folder.file(level.exercise("add-two")).write_bytes(b"#" * (2 << 20))

    with pytest.raises(UsageError, match="larger than"):
        folder.source(level.exercise("add-two"))


def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(level: Level, folder: LearnerFolder) -> None:
    path = folder.file(level.exercise("add-two"))
    path.unlink()
    os.mkfifo(path)

    with pytest.raises(UsageError, match="not a file with a program in it"):
        folder.source(level.exercise("add-two"))


def test_reset_keeps_a_copy_and_undo_brings_it_back_to_the_byte(level: Level, folder: LearnerFolder) -> None:
    exercise = level.exercise("add-two")
    mine = "# mine\r\n# caf\xe9".encode("latin-1")
    folder.file(exercise).write_bytes(mine)
    reset(folder, exercise)
    assert folder.source(exercise) == exercise.stub_path.read_bytes()
    undo(folder, exercise)

    assert folder.source(exercise) == mine


def test_undo_can_be_undone(level: Level, folder: LearnerFolder) -> None:
    exercise = level.exercise("add-two")
    folder.file(exercise).write_bytes(b"mine\n")
    reset(folder, exercise)
    undo(folder, exercise)
    undo(folder, exercise)

    assert folder.source(exercise) == exercise.stub_path.read_bytes()


def test_there_is_nothing_to_undo_before_a_reset(level: Level, folder: LearnerFolder) -> None:
    with pytest.raises(NothingToDo):
        undo(folder, level.exercise("add-two"))


def test_resetting_a_deleted_file_brings_the_stub_back(level: Level, folder: LearnerFolder) -> None:
    exercise = level.exercise("add-two")
    folder.file(exercise).unlink()

    assert reset(folder, exercise).copy is None
    assert folder.source(exercise) == exercise.stub_path.read_bytes()
    assert copies(folder, exercise) == []
