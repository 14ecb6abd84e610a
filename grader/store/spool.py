"""Files on their way into a store: each once, on disk where there are many, so that a class need not be in memory."""

from __future__ import annotations

import contextlib
import hashlib
import tempfile
import weakref
from collections.abc import Iterator
from dataclasses import field

from grader.errors import DiskFull
from grader.records import dataclass

IN_MEMORY_BYTES = 8 << 20  # of all files together: most classes need no file for them


class Spool:
    """Keeps bytes until they are stored: gives out `Kept`, which hold them without it."""

    def __init__(self, in_memory_bytes: int = IN_MEMORY_BYTES) -> None:
        self._file = _File(in_memory_bytes)
        self._kept: dict[bytes, Kept] = {}

    def keep(self, content: bytes) -> Kept:
        """These bytes; equal ones are kept once. DiskFull without room."""
        digest = hashlib.sha256(content).digest()
        if digest not in self._kept:
            self._kept[digest] = Kept(digest, self._file, self._file.append(content), len(content))
        return self._kept[digest]


class _File:
    """A file without a name, which ends with the last of those that lie in it."""

    def __init__(self, in_memory_bytes: int) -> None:
        self._file = tempfile.SpooledTemporaryFile(in_memory_bytes, prefix="grader-intake-")  # noqa: SIM115 - closed by the next line
        weakref.finalize(self, _close, self._file)
        self._end = 0

    def append(self, content: bytes) -> int:
        """Where it begins now."""
        with _told():
            start = self._file.seek(self._end)
            self._file.write(content)
            self._file.flush()  # no byte waits for a disk that has no room for it
            self._end = self._file.tell()
        return start

    def read(self, start: int, size: int) -> bytes:
        """What lies there."""
        with _told():
            self._file.seek(start)
            return self._file.read(size)


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """DiskFull where the files of a class cannot be kept, whatever the system says of it."""
    try:
        yield
    except OSError as error:
        raise DiskFull(
            f"The files of this class find no room among the temporary files of this machine: {error.strerror or error}.",
            hint="free some space there, or set TMPDIR to a folder that has more; then run the same command again",
        ) from error


def _close(file: tempfile.SpooledTemporaryFile[bytes]) -> None:
    with contextlib.suppress(OSError):  # a full disk, which has been told
        file.close()


@dataclass(frozen=True, slots=True)
class Kept:
    """The bytes of one file, in a spool. Two are equal where their bytes are, whatever spools they are in."""

    digest: bytes
    _file: _File = field(compare=False, repr=False)
    start: int = field(compare=False, repr=False)
    size: int = field(compare=False, repr=False)

    @property
    def sha256(self) -> str:
        """Their hash, in hex."""
        return self.digest.hex()

    def read(self) -> bytes:
        """The bytes themselves."""
        return self._file.read(self.start, self.size)
