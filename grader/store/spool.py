"""Files on their way into a store: each once, on disk where there are many, so that a class need not be in memory."""

from __future__ import annotations

import hashlib
import tempfile
import weakref
from dataclasses import field
from pathlib import Path

from grader.records import dataclass
from grader.store.connection import explained

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
        weakref.finalize(self, self._file.close)
        self._end = 0

    def append(self, content: bytes) -> int:
        """Where it begins now."""
        with explained(Path(tempfile.gettempdir())):
            start = self._file.seek(self._end)
            self._file.write(content)
            self._end = self._file.tell()
        return start

    def read(self, start: int, size: int) -> bytes:
        """What lies there."""
        with explained(Path(tempfile.gettempdir())):
            self._file.seek(start)
            return self._file.read(size)


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
