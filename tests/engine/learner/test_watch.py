"""Every way an editor saves is one save, and a touch is none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader.learner.watch import SaveWatcher


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "work.py"
    path.write_text("one\n")
    return path


def looks(watcher: SaveWatcher, times: int = 15) -> list[str]:
    return [name for _ in range(times) for name in watcher.look()]


def test_nothing_happens_while_nothing_is_saved(file: Path) -> None:
    assert looks(SaveWatcher({"work": file})) == []


def test_writing_in_place_is_one_save(file: Path) -> None:
    watcher = SaveWatcher({"work": file})
    file.write_text("two, and longer\n")

    assert looks(watcher) == ["work"]


def test_an_atomic_rename_is_one_save(file: Path) -> None:
    watcher = SaveWatcher({"work": file})
    swap = file.with_name(".work.py.swp")
    swap.write_text("two, and longer\n")
    os.replace(swap, file)

    assert looks(watcher) == ["work"]


def test_truncating_and_writing_later_is_one_save(file: Path) -> None:
    watcher = SaveWatcher({"work": file})
    file.write_text("")
    assert looks(watcher, 3) == []
    file.write_text("two, and longer\n")

    assert looks(watcher) == ["work"]


def test_deleting_and_making_it_again_is_one_save(file: Path) -> None:
    watcher = SaveWatcher({"work": file})
    file.unlink()
    assert looks(watcher, 3) == []
    file.write_text("two, and longer\n")

    assert looks(watcher) == ["work"]


def test_a_file_that_stays_away_is_one_change(file: Path) -> None:
    watcher = SaveWatcher({"work": file})
    file.unlink()

    assert looks(watcher, 80) == ["work"]


def test_a_touch_is_no_save(file: Path) -> None:
    watcher = SaveWatcher({"work": file})
    os.utime(file, ns=(1, 1))

    assert looks(watcher) == []


def test_writing_the_same_text_again_is_no_save(file: Path) -> None:
    watcher = SaveWatcher({"work": file})
    file.write_text("one\n")

    assert looks(watcher) == []


def test_a_slow_write_is_one_save_when_it_holds_still(file: Path) -> None:
    watcher = SaveWatcher({"work": file})
    seen = []
    with open(file, "w") as out:
        for part in range(5):
            out.write(f"line {part}\n")
            out.flush()
            seen += watcher.look()
    assert seen == []

    assert looks(watcher) == ["work"]


def test_other_files_in_the_folder_do_not_count(file: Path) -> None:
    watcher = SaveWatcher({"work": file})
    (file.parent / "4913").write_text("vim was here")
    (file.parent / "work.py~").write_text("one\n")

    assert looks(watcher) == []
