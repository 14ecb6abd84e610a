"""Files between intake and store: whole, once, in memory while they are few, and on no disk that is full without a word."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import DiskFull
from grader.store.spool import Spool
from tests.engine.running import REPOSITORY, can_mount


@given(contents=st.lists(st.binary(max_size=60), max_size=30), in_memory=st.integers(1, 200), order=st.randoms(use_true_random=False))
def test_what_is_kept_comes_back_in_any_order_in_memory_or_not(contents: list[bytes], in_memory: int, order: object) -> None:
    spool = Spool(in_memory)
    kept = [(content, spool.keep(content)) for content in contents]
    order.shuffle(kept)  # type: ignore[attr-defined]  # a random.Random

    assert [each.read() for _, each in kept] == [content for content, _ in kept]
    assert all(each.sha256 == hashlib.sha256(content).hexdigest() for content, each in kept)


def test_equal_files_are_kept_once() -> None:
    spool = Spool()

    assert spool.keep(b"a" * 1000) is spool.keep(b"a" * 1000)
    assert spool.keep(b"b").start == 1000


def test_what_is_kept_outlives_everything_but_the_last_who_wants_it_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    kept = Spool(1).keep(b"on disk")

    assert kept.read() == b"on disk"
    assert list(tmp_path.iterdir()) == []


FULL = """
import sys, tempfile
from grader.errors import DiskFull
from grader.store.spool import Spool

spool = Spool(1)
try:
    for number in range(300):
        spool.keep(b"%d" % number * 500)
except DiskFull as error:
    print(error.message, error.hint)
"""


@pytest.mark.skipif(not can_mount(), reason="this system allows no file system of one's own to fill up")
def test_a_full_disk_is_a_sentence_and_nothing_else(tmp_path: Path) -> None:
    script = 'mount -t tmpfs -o size=100k tmpfs "$0" && TMPDIR="$0" exec "$1" -c "$2"'
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script, str(tmp_path), sys.executable, FULL],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert "find no room among the temporary files of this machine: No space left on device." in done.stdout
    assert "set TMPDIR" in done.stdout
    assert done.stderr == ""


def test_no_folder_for_temporary_files_is_needed_while_files_are_few_and_said_when_they_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object, **__: object) -> str:
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.setattr(tempfile, "gettempdir", nowhere)
    monkeypatch.setattr(tempfile, "_get_default_tempdir", nowhere)
    monkeypatch.setattr(tempfile, "tempdir", None)
    spool = Spool(1000)

    assert spool.keep(b"few").read() == b"few"
    with pytest.raises(DiskFull, match="No usable temporary directory"):
        spool.keep(b"many" * 1000)
