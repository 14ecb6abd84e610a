"""A download as a list of entries, whether it is a .zip or a folder it was unpacked to. Reads one entry at a time, within limits."""

from __future__ import annotations

import lzma
import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from grader.classroom.folders import Refused, is_results, read_regular
from grader.classroom.names import is_passed_over
from grader.errors import UsageError
from grader.records import dataclass

_HERE = re.compile(r"\A(?:\./+)+")  # what `tar` puts in front of every name
MAX_ENTRIES = 500_000  # of a whole class
UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(NotImplementedError, EOFError, OSError, ValueError, RuntimeError, LookupError),
)
"""What a damaged archive may raise."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of a download. `read(max_bytes)` raises Refused; `is_plain` is false for links, devices and the encrypted."""

    path: str
    size: int
    is_plain: bool
    read: Callable[[int], bytes]


def entries_of_zip(archive: zipfile.ZipFile) -> Iterator[Entry]:
    """The files of an open .zip by name; paths that point outside are refused entry by entry by who asks for them."""
    found = archive.infolist()
    if len(found) > MAX_ENTRIES:
        raise UsageError(f"`{archive.filename}` holds {len(found):,} entries; at most {MAX_ENTRIES:,} are opened.")
    for each in sorted(found, key=lambda each: each.filename):
        path = _HERE.sub("", each.filename.replace("\\", "/"), count=1)
        if path and not each.is_dir() and not is_passed_over(path.split("/")[0]):
            kind = stat.S_IFMT(each.external_attr >> 16)
            yield Entry(path, each.file_size, kind in (0, stat.S_IFREG) and not each.flag_bits & 0x1, _zip_reader(archive, each))


def _zip_reader(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Callable[[int], bytes]:
    def read(max_bytes: int) -> bytes:
        if entry.file_size > max_bytes:
            raise Refused(f"is larger than {max_bytes:,} bytes")
        try:
            with archive.open(entry) as file:
                content = file.read(max_bytes + 1)
        except UNREADABLE as error:
            raise Refused("cannot be unpacked") from error
        if len(content) > max_bytes:
            raise Refused(f"is larger than {max_bytes:,} bytes")
        return content

    return read


def entries_of_folder(folder: Path) -> Iterator[Entry]:
    """The files below a folder by path, without results that were written into it. Links are listed, and never followed."""
    count = 0
    for where, folders, names in os.walk(folder, followlinks=False):
        is_top = where == str(folder)
        folders[:] = sorted(name for name in folders if not is_passed_over(name) and not (is_top and is_results(folder / name)))
        for name in sorted(names):
            count += 1
            if count > MAX_ENTRIES:
                raise UsageError(f"`{folder}` holds more than {MAX_ENTRIES:,} files.")
            if not is_passed_over(name):
                yield _of_file(folder, Path(where) / name)


def _of_file(folder: Path, path: Path) -> Entry:
    found = path.lstat()

    def read(max_bytes: int) -> bytes:
        return read_regular(path, max_bytes)

    return Entry(path.relative_to(folder).as_posix(), found.st_size, stat.S_ISREG(found.st_mode), read)
