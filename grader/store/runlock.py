"""The run lock: one coordinator per class folder, a sentence that names who has it, and a seat for everyone who shares the work.

A record lock (`fcntl.lockf`) belongs to the process itself: the kernel frees it the moment its holder dies, even by kill -9, and
grading processes forked from it never hold it on. So whether a grader still lives is a fact, not a guess by the clock. The first byte is
the coordinator's; each byte beyond `FIRST_SEAT` is a seat. Knows nothing of what the run does.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from grader.errors import StoreBusy
from grader.records import dataclass
from grader.store.connection import explained

LOCK_NAME = "grader.lock"
MAX_OWNER_BYTES = 4096
FIRST_SEAT = 1 << 20  # far beyond what is written into the file
SEATS = 256


@dataclass(frozen=True, slots=True)
class Owner:
    """Who holds the lock. `started_at` is UTC ISO text; `run` names what it grades, "" before it knows."""

    pid: int
    host: str
    started_at: str
    command: str
    run: str = ""

    def sentence(self) -> str:
        """`process 4711 on host lab3, since 2026-10-05T09:30:00Z (grader grade work/)`."""
        return f"process {self.pid} on host {self.host}, since {self.started_at} ({self.command})"


class RunLock:
    """Held from `__enter__` to `__exit__`. Raises StoreBusy, naming the owner, when another process holds it and `joins` is not set.

    Locks belong to process and file: a process has one RunLock for a folder at a time.
    """

    def __init__(self, folder: Path, *, command: str, now: Callable[[], str], joins: bool = False) -> None:
        self.path = folder / LOCK_NAME
        self.leads = False
        self.seat = -1
        self._joins = joins
        self._owner = Owner(os.getpid(), socket.gethostname(), now(), command)
        self._fd = -1

    def __enter__(self) -> RunLock:
        with explained(self.path):
            self._fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            if not self.take_over() and not self._joins:
                raise busy(self.path, self.owner())
            self.seat = self._sit_down()
        except BaseException:
            os.close(self._fd)
            raise
        return self

    def take_over(self) -> bool:
        """Become the coordinator where nobody is; whether this process is it now."""
        if not self.leads and self._locked(0):
            self.leads = True
            self._write(self._owner)
        return self.leads

    def note_run(self, run: str) -> None:
        """Let others know which run this coordinator grades."""
        self._write(replace(self._owner, run=run))

    def owner(self) -> Owner | None:
        """Who coordinates, or None when that cannot be read."""
        return read_owner(self._fd)

    def lives(self, seat: int) -> bool:
        """Whether whoever took that seat still runs."""
        if seat == self.seat:
            return True
        if not self._locked(FIRST_SEAT + seat):
            return True
        fcntl.lockf(self._fd, fcntl.LOCK_UN, 1, FIRST_SEAT + seat)
        return False

    def _sit_down(self) -> int:
        free = next((seat for seat in range(SEATS) if self._locked(FIRST_SEAT + seat)), None)
        if free is None:
            raise StoreBusy(f"{SEATS} processes grade `{self.path.parent}` already.", hint="wait until some are done")
        return free

    def _locked(self, byte: int) -> bool:
        try:
            fcntl.lockf(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
        except OSError:
            return False
        return True

    def _write(self, owner: Owner) -> None:
        data = json.dumps({name: getattr(owner, name) for name in Owner.__slots__}).encode()
        with explained(self.path):
            os.ftruncate(self._fd, 0)
            os.pwrite(self._fd, data, 0)
            os.fsync(self._fd)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.close(self._fd)  # frees every lock; the file stays, because removing it would let two others lock two different files


def busy(path: Path, owner: Owner | None) -> StoreBusy:
    """The error for a second coordinator."""
    who = owner.sentence() if owner else "another process"
    return StoreBusy(
        f"`{path.parent}` is being graded by {who}.",
        hint="wait until it is done, share its work with --join, or give this run a folder of its own with -o",
    )


def read_owner(fd: int) -> Owner | None:
    """Who wrote the lock file, or None when that cannot be read."""
    try:
        data = json.loads(os.pread(fd, MAX_OWNER_BYTES, 0))
        return Owner(int(data["pid"]), str(data["host"]), str(data["started_at"]), str(data["command"]), str(data.get("run", "")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
