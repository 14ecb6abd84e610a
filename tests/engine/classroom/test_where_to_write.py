"""Results are never written among the work that was handed in, and never taken for work."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.classroom.intake import take_in
from grader.classroom.service import GradeOptions, look_at
from grader.content.models import Level
from grader.errors import UsageError
from grader.store.classes import STORE_NAME
from tests.engine.running import environment

ROWS = "def softmax_np(x, axis=-1):\n    return x\n"


WHERE = ("cl", "cl/.", "link", ".", "other", "/", "settings")


def handed_in(folder: Path) -> Path:
    for who in ("ada", "ben"):
        (folder / who).mkdir(parents=True)
        (folder / who / "softmax_rows.py").write_text(ROWS)
    return folder


def everything(folder: Path) -> set[Path]:
    return set(folder.rglob("*"))


@pytest.mark.parametrize(("where", "mode"), [*((each, []) for each in WHERE), ("cl", ["--dry-run"]), ("cl", ["--snapshot"])])
def test_results_among_work_are_refused_before_anything_is_written(tmp_path: Path, where: str, mode: list[str]) -> None:
    handed_in(tmp_path / "cl")
    handed_in(tmp_path / "other")
    (tmp_path / "link").symlink_to("cl")
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings" / "class.yaml").touch()
    home = environment(tmp_path / "home")
    before = everything(tmp_path)
    run = subprocess.run(
        [sys.executable, "-m", "grader", "grade", "cl", "-o", where, *mode], cwd=tmp_path, env=home, capture_output=True, text=True
    )

    assert (run.returncode, run.stdout) == (2, "")
    assert f"`{where if where != 'cl/.' else 'cl'}`" in run.stderr and "would look like learners" in " ".join(run.stderr.split())
    assert "-o graded" in run.stderr
    assert {path for path in everything(tmp_path) if "home" not in path.parts} == {path for path in before if "home" not in path.parts}


@pytest.mark.parametrize("where", ["new/er", "empty", "notes", "cl/graded", "kept"])
def test_other_folders_are_written_into(tmp_path: Path, where: str) -> None:
    handed_in(tmp_path / "cl")
    handed_in(tmp_path / "kept/evidence")  # whatever lies with results, they are results
    (tmp_path / "kept" / STORE_NAME).touch()
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "secret").write_text("x" * 32)

    assert [each.key for each in look_at(GradeOptions(tmp_path / "cl", tmp_path / where)).intake.submissions] == ["ada", "ben"]


def test_results_that_once_were_written_among_work_are_said_to_be_in_the_way(tmp_path: Path, level: Level) -> None:
    handed_in(tmp_path)
    for name in (STORE_NAME, "grader.lock", "index.html"):
        (tmp_path / name).touch()
    (tmp_path / "learners").mkdir()

    with pytest.raises(UsageError, match="holds the results of a class") as refused:
        take_in(tmp_path, level)
    assert "move the learners' folders" in refused.value.hint


def test_a_folder_that_cannot_be_looked_into_is_no_obstacle_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "out" / "closed").mkdir(parents=True)
    os.chmod(tmp_path / "out" / "closed", 0)
    try:
        look_at(GradeOptions(handed_in(tmp_path / "cl"), tmp_path / "out"))
    finally:
        os.chmod(tmp_path / "out" / "closed", 0o700)
