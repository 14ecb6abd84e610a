"""Writing whole: the old file or the new one; and what is no regular file is written into, never replaced."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from grader.classroom.outputs import write_whole


def test_a_pipe_is_written_into_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, "{}\n")
    reader.join(10)

    assert read == [b"{}\n"]
    assert stat.S_ISFIFO(pipe.lstat().st_mode)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", "new")

    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_a_regular_file_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("old")
    write_whole(tmp_path / "out", "new")

    assert (tmp_path / "out").read_text() == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("place", ["nowhere/x.csv", "file/x.csv"])
def test_an_error_names_the_file_that_was_asked_for(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(OSError) as caught:
        write_whole(tmp_path / place, "text")
    assert caught.value.filename == str(tmp_path / place)
