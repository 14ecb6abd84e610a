"""Opens a folder as a submission: walks it without following links, reads each exercise file once. Writes nothing, runs nothing."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from grader.classroom.limits import IntakeLimits
from grader.classroom.names import FileNames, is_passed_over, storable
from grader.classroom.opened import Candidate, Opened
from grader.store.classes import STORE_NAME
from grader.store.runlock import LOCK_NAME

PIECE_BYTES = 64 << 10


class Refused(Exception):
    """A file or a submission that is not taken; the text says why."""


def read_regular(path: str | Path, max_bytes: int, *, dir_fd: int | None = None) -> bytes:
    """The bytes of a regular file, read once. Never follows a link, never waits for a pipe. Refused otherwise, or above `max_bytes`."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=dir_fd)
    except OSError as error:
        raise Refused(
            "is a symbolic link" if error.errno == errno.ELOOP else f"cannot be opened: {(error.strerror or '').lower()}"
        ) from error
    try:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise Refused("is not a regular file")
        with open(fd, "rb", closefd=False) as file:
            content = b"".join(_pieces(file, max_bytes + 1))
    except OSError as error:
        raise Refused(f"cannot be read: {(error.strerror or '').lower()}") from error
    finally:
        os.close(fd)
    if len(content) > max_bytes:
        raise Refused(f"is larger than {max_bytes:,} bytes")
    return content


def is_results(folder: Path) -> bool:
    """Whether a folder is one that `grader grade -o` wrote: it stands among submissions when results are written in among them."""
    return all((folder / name).is_file() for name in (STORE_NAME, LOCK_NAME))


def _pieces(file: BinaryIO, most: int) -> Iterator[bytes]:
    """What a file holds, up to so many bytes. In pieces: room for the most that there may be would be kept for every small file."""
    while most > 0 and (piece := file.read(min(most, PIECE_BYTES))):
        yield piece
        most -= len(piece)


@dataclass(slots=True)
class _Walk:
    names: FileNames
    limits: IntakeLimits
    entries: int = 0
    others: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    notebooks: list[Candidate] = field(default_factory=list)
    strangers: list[Candidate] = field(default_factory=list)

    def candidates(self, dir_fd: int, inside: tuple[str, ...]) -> Iterator[Candidate]:
        """The exercise files of an open folder and of the folders in it, by name."""
        with os.scandir(dir_fd) as found:
            entries = sorted(found, key=lambda entry: entry.name)
        for entry in entries:
            self.entries += 1
            if self.entries > self.limits.max_entries:
                raise Refused(f"holds more than {self.limits.max_entries:,} files and folders")
            if is_passed_over(entry.name):
                continue
            yield from self._entry(entry, dir_fd, inside)

    def _entry(self, entry: os.DirEntry[str], dir_fd: int, inside: tuple[str, ...]) -> Iterator[Candidate]:
        shown = "/".join((*inside, storable(entry.name)))
        if entry.is_symlink() and self.names.meaning(entry.name) is None:
            self.warnings.append(f"{shown} is a symbolic link, which is not followed.")
        elif entry.is_dir(follow_symlinks=False):
            yield from self._folder(entry.name, dir_fd, (*inside, storable(entry.name)))
        elif self.names.meaning(entry.name) is not None:
            yield self._candidate(entry.name, dir_fd, shown, self.limits.max_source_bytes)
        elif self.names.reads_notebooks and entry.name.lower().endswith(".ipynb"):
            self.notebooks.append(self._candidate(entry.name, dir_fd, shown, self.limits.max_notebook_bytes))
        else:
            self.others.append(shown)
            if self.names.reads_strangers and entry.name.lower().endswith(".py") and len(self.strangers) < self.limits.max_strangers:
                self.strangers.append(self._candidate(entry.name, dir_fd, shown, self.limits.max_source_bytes))

    def _folder(self, name: str, dir_fd: int, inside: tuple[str, ...]) -> Iterator[Candidate]:
        if len(inside) > self.limits.max_depth:
            raise Refused(f"is nested deeper than {self.limits.max_depth} folders")
        try:
            inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=dir_fd)
        except OSError as error:
            self.warnings.append(f"{'/'.join(inside)} cannot be opened: {(error.strerror or '').lower()}.")
            return
        try:
            yield from self.candidates(inner, inside)
        finally:
            os.close(inner)

    def _candidate(self, name: str, dir_fd: int, shown: str, max_bytes: int) -> Candidate:
        try:
            return Candidate(shown, read_regular(name, max_bytes, dir_fd=dir_fd))
        except Refused as refusal:
            return Candidate(shown, None, f"{shown} {refusal}.")


def open_folder(path: Path, names: FileNames, limits: IntakeLimits) -> Opened:
    """The exercise files anywhere inside a folder."""
    walk = _Walk(names, limits)
    try:
        fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError as error:
        return Opened(problem=f"The folder cannot be opened: {(error.strerror or str(error)).lower()}.")
    try:
        candidates = tuple(walk.candidates(fd, ()))
    except Refused as refusal:
        return Opened(problem=f"The folder {refusal}.")
    except OSError as error:
        return Opened(problem=f"The folder cannot be read: {(error.strerror or str(error)).lower()}.")
    finally:
        os.close(fd)
    return Opened(candidates, tuple(walk.others), tuple(walk.warnings), notebooks=tuple(walk.notebooks), strangers=tuple(walk.strangers))
