"""The run lock: one coordinator per class folder, and a sentence that names who has it.

A record lock (`fcntl.lockf`) belongs to the process itself: the kernel frees it the moment the coordinator dies, even by kill -9, and
grading processes forked from it never hold it on. Knows nothing of what the run does.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from grader.errors import StoreBusy
from grader.store.connection import explained

LOCK_NAME = "grader.lock"
MAX_OWNER_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Owner:
    """Who holds the lock. `started_at` is UTC ISO text."""

    pid: int
    host: str
    started_at: str
    command: str

    def sentence(self) -> str:
        """`process 4711 on host lab3, since 2026-10-05T09:30:00Z (grader grade work/)`."""
        return f"process {self.pid} on host {self.host}, since {self.started_at} ({self.command})"


class RunLock:
    """Held from `__enter__` to `__exit__`. Raises StoreBusy, naming the owner, when another process holds it."""

    def __init__(self, folder: Path, *, command: str, now: Callable[[], str]) -> None:
        self.path = folder / LOCK_NAME
        self._owner = Owner(os.getpid(), socket.gethostname(), now(), command)
        self._fd = -1

    def __enter__(self) -> RunLock:
        with explained(self.path):
            self._fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            self._take()
        except BaseException:
            os.close(self._fd)
            raise
        return self

    def _take(self) -> None:
        try:
            fcntl.lockf(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise busy(self.path, read_owner(self._fd)) from error
        with explained(self.path):
            os.ftruncate(self._fd, 0)
            os.pwrite(self._fd, json.dumps(_as_json(self._owner)).encode(), 0)
            os.fsync(self._fd)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.close(self._fd)  # frees the lock; the file stays, because removing it would let two others lock two different files


def busy(path: Path, owner: Owner | None) -> StoreBusy:
    """The error for a second coordinator."""
    who = owner.sentence() if owner else "another process"
    return StoreBusy(
        f"`{path.parent}` is being graded by {who}.",
        hint="wait until it is done, or give this run a folder of its own with -o",
    )


def read_owner(fd: int) -> Owner | None:
    """Who wrote the lock file, or None when that cannot be read."""
    try:
        data = json.loads(os.pread(fd, MAX_OWNER_BYTES, 0))
        return Owner(int(data["pid"]), str(data["host"]), str(data["started_at"]), str(data["command"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _as_json(owner: Owner) -> dict[str, object]:
    return {"pid": owner.pid, "host": owner.host, "started_at": owner.started_at, "command": owner.command}
