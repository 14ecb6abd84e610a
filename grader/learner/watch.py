"""Noticing saves: one look at the learner's files every 40 ms. Works on every file system; no watcher library to go wrong.

A save counts once it holds still for one look, so that an editor's truncate-and-write, its swap file and rename, or delete and
recreate are each one save. A touch without a change of content is none. Knows nothing of checks and keys.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

from grader.records import dataclass

LOOK_EVERY_S = 0.04
LOOK_AGAIN_S = 0.01  # once something moved: a save is acknowledged within 50 ms


@dataclass(frozen=True, slots=True)
class Seen:
    """What one look saw of a file: enough to tell that it was written, without reading it."""

    inode: int
    size: int
    mtime_ns: int


class SaveWatcher:
    """Call `look` every 40 ms: it gives the names of the files that were saved, each save once. An empty file is still being written,
    unless it stays empty for `EMPTY_LOOKS` looks."""

    EMPTY_LOOKS = 40

    def __init__(self, files: Mapping[str, Path]) -> None:
        self._files = dict(files)
        self._seen = {name: _look_at(path) for name, path in self._files.items()}
        self._digests = {name: _digest(path) for name, path in self._files.items()}
        self._moving: dict[str, tuple[Seen | None, int]] = {}

    @property
    def next_look_s(self) -> float:
        """How long to wait before the next look: less while a file is being written."""
        return LOOK_AGAIN_S if self._moving else LOOK_EVERY_S

    def look(self) -> list[str]:
        """The files saved since the last look, in the order they were given."""
        return [name for name, path in self._files.items() if self._is_saved(name, path)]

    def _is_saved(self, name: str, path: Path) -> bool:
        now = _look_at(path)
        if name not in self._moving:
            if now != self._seen[name]:
                self._moving[name] = (now, 1)
            return False
        before, looks = self._moving[name]
        if now != before:
            self._moving[name] = (now, 1)
            return False
        is_unfinished = now is None or now.size == 0
        if is_unfinished and looks < self.EMPTY_LOOKS:
            self._moving[name] = (now, looks + 1)
            return False
        del self._moving[name]
        self._seen[name] = now
        digest = _digest(path)
        is_new = digest != self._digests[name]
        self._digests[name] = digest
        return is_new


def _look_at(path: Path) -> Seen | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return Seen(found.st_ino, found.st_size, found.st_mtime_ns)


def _digest(path: Path) -> bytes:
    """A hash of the content; b"" for a file that is not there."""
    try:
        return hashlib.sha256(path.read_bytes()).digest() if path.is_file() else b""
    except OSError:
        return b""
