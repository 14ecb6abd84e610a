"""Files between intake and store: whole, once, in memory while they are few, and on no disk that is full without a word."""

from __future__ import annotations

import errno
import hashlib
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import DiskFull
from grader.store.spool import Spool


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


def test_a_full_disk_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    spool = Spool(1)

    def full(_: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(spool._file._file, "write", full)
    with pytest.raises(DiskFull):
        spool.keep(b"more than there is room for")
