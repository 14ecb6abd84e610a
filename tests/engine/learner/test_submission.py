"""The zip to hand in: what is there, byte-equal for equal work, and what is missing is said before it is written."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path

import pytest

from grader.content.models import Level
from grader.errors import NothingToDo
from grader.learner.folder import LearnerFolder
from grader.learner.submission import pack, write, zipped


def test_nothing_begun_is_nothing_to_hand_in(level: Level, folder: LearnerFolder) -> None:
    with pytest.raises(NothingToDo):
        pack(level, folder)


def test_it_holds_begun_work_answers_and_a_manifest(level: Level, folder: LearnerFolder) -> None:
    folder.file(level.exercise("add-two")).write_text("mine\n")
    folder.file(level.exercise("add-rows")).unlink()
    (folder.root / "answers.yaml").write_text("a: 1\n")
    packed = pack(level, folder)

    assert sorted(packed.files) == ["a_first/add_two.py", "answers.yaml", "manifest.json"]
    assert [exercise.slug for exercise in packed.missing] == ["add-rows"]
    assert [exercise.slug for exercise in packed.untouched] == ["add-all"]
    manifest = json.loads(packed.files["manifest.json"])
    assert manifest["files"]["a_first/add_two.py"] == hashlib.sha256(b"mine\n").hexdigest()


def test_equal_work_is_equal_to_the_byte(level: Level, folder: LearnerFolder, tmp_path: Path) -> None:
    folder.file(level.exercise("add-two")).write_text("mine\n")
    first = zipped(pack(level, folder))
    write(pack(level, folder), tmp_path / "work.zip")

    assert (tmp_path / "work.zip").read_bytes() == first
    assert zipfile.ZipFile(io.BytesIO(first)).testzip() is None
