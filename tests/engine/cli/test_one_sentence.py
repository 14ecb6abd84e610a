"""What goes wrong most often gives one clear sentence and the right exit code, never a traceback; real processes throughout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from grader.content import load_level
from grader.results import ExitCode
from grader.store.runlock import RunLock

LEVEL = load_level()


def grader(*args: str, cwd: Path, stdout: int | IO[str] = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    """`grader ARGS` in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3]), "NO_COLOR": "1"}
    command = [sys.executable, "-m", "grader", *args]
    done = subprocess.run(command, cwd=cwd, env=environment, stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=120)
    assert "Traceback" not in (done.stdout or "") + done.stderr
    return done


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    """One made-up learner with one solved exercise, and only that assigned."""
    folder = tmp_path / "submissions"
    (folder / "pat").mkdir(parents=True)
    shutil.copy(LEVEL.exercise("softmax-rows").solution_path, folder / "pat")
    (folder / "class.yaml").write_text("exercises: [softmax-rows]\n")
    return folder


def test_an_unknown_exercise(tmp_path: Path) -> None:
    grader("start", "work", cwd=tmp_path)
    done = grader("check", "sofmax-rows", cwd=tmp_path / "work")

    assert done.returncode == ExitCode.USAGE
    assert done.stderr == "Unknown exercise `sofmax-rows`. Did you mean `softmax-rows`?\n\nhint: run `grader list` to see every exercise\n"


def test_no_learner_folder(tmp_path: Path) -> None:
    done = grader("check", "softmax-rows", cwd=tmp_path)

    assert done.returncode == ExitCode.USAGE
    assert "hint: " in done.stderr
    assert "grader start" in done.stderr


def test_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "nobody").mkdir()
    done = grader("grade", "nobody", cwd=tmp_path)

    assert done.returncode == ExitCode.NOTHING_TO_DO
    assert "nobody" in done.stderr.splitlines()[0]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    done = grader("grade", "nowhere", cwd=tmp_path)

    assert done.returncode == ExitCode.USAGE
    assert "nowhere" in done.stderr.splitlines()[0]


def test_settings_that_are_no_yaml(tmp_path: Path, submissions: Path) -> None:
    (submissions / "class.yaml").write_text("exercises: [sofmax-rows]\npoints: {softmax-rows: ten}\nexercises: []\n")
    done = grader("grade", "submissions", cwd=tmp_path)

    assert done.returncode == ExitCode.USAGE
    assert {line.split(": ")[0].rsplit("/", 1)[-1] for line in done.stderr.splitlines() if "class.yaml" in line} >= {
        "class.yaml:1:13",
        "class.yaml:3:1",
    }


def test_a_store_in_use(tmp_path: Path, submissions: Path) -> None:
    (tmp_path / "graded").mkdir()
    with RunLock(tmp_path / "graded", command="a test", now=lambda: "2026-01-02T03:04:05Z"):
        done = grader("grade", "submissions", cwd=tmp_path)

    assert done.returncode == ExitCode.STORE_BUSY
    assert str(os.getpid()) in done.stderr


@pytest.mark.isolation
def test_a_zip_that_cannot_be_read_costs_nobody_else_anything(tmp_path: Path, submissions: Path) -> None:
    (submissions / "sam.zip").write_bytes(b"PK\x03\x04 this is no zip")
    done = grader("grade", "submissions", cwd=tmp_path)

    assert done.returncode == ExitCode.SOME_UNGRADED
    assert "1 cannot be read" in done.stdout + done.stderr


@pytest.mark.parametrize("args", [["list"], ["list", "--json"], ["--help"]])
def test_output_that_has_no_room(tmp_path: Path, args: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = grader(*args, cwd=tmp_path, stdout=full)

    assert done.returncode == ExitCode.FAILED_RUN
    assert done.stderr == "The disk is full. What was finished is kept.\n\nhint: free some space and run it again\n"


@pytest.mark.parametrize("args", [["list"], ["list", "--json"], ["lint", "--rules"]])
def test_a_reader_that_goes_away_is_told_by_the_code_alone(tmp_path: Path, args: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w") as pipe:
        done = grader(*args, cwd=tmp_path, stdout=pipe)

    assert (done.returncode, done.stderr) == (ExitCode.INTERRUPTED, "")  # a check that was not read to its end has not passed
