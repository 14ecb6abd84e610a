"""What `grader doctor` says of a learner's folder, terminal and watcher."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from grader.cli.surroundings import surroundings


def names(here: Path) -> dict[str, tuple[str, bool]]:
    return {finding.name: (finding.value, finding.is_fine) for finding in surroundings(here)}


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    (tmp_path / ".grader").mkdir()
    (tmp_path / "o1_context").mkdir()
    return tmp_path


def test_a_learners_folder_is_found_from_below_and_tried_out(mine: Path) -> None:
    found = names(mine / "o1_context")

    assert found["Folder"] == (str(mine), True)
    assert found["Watcher"] == ("saves are noticed here (a look every 40 ms)", True)
    assert sorted(path.name for path in mine.iterdir()) == [".grader", "o1_context"], "the probe is gone"


def test_outside_of_one_nothing_is_wrong_and_the_way_in_is_named(tmp_path: Path) -> None:
    folder, _ = surroundings(tmp_path)

    assert (folder.value, folder.is_fine) == ("no learner's folder here", True)
    assert "`grader start` makes one" in folder.advice


def test_a_folder_that_cannot_be_written_is_told(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)

    assert names(mine)["Folder"] == (f"{mine} cannot be written", False)


def test_a_watcher_that_notices_nothing_is_told(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.learner.watch.SaveWatcher.look", lambda self: [])
    monkeypatch.setattr("grader.cli.surroundings.LOOKS", 2)

    assert names(mine)["Watcher"] == ("a save was not noticed", False)


def test_a_terminal_that_lacks_our_signs_is_told(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    (terminal,) = [finding for finding in surroundings(mine) if finding.name == "Terminal"]

    assert terminal.value.startswith("a pipe or file, ")
    assert "plain ASCII" in terminal.advice
