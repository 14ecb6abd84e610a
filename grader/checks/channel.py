"""The parent's end of a child's two pipes: whole frames, under a deadline that only the parent keeps. Knows no calls and no verdicts."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import select
import time
from collections.abc import Callable
from typing import Any

from grader import wire

fcntl: Any = importlib.import_module("fcntl") if importlib.util.find_spec("fcntl") else None
"""None on Windows, where no Channel is made."""

F_SETPIPE_SZ = 1031
_CHUNK = 1 << 16
_READ = 1 << 18
_SHORTEST_WAIT_S = 0.002
_FIRST_LOOK_MS = 5  # most answers are here by then; only for a later one are the clocks of the child read
_LOOKS_PER_CLOCK = 32  # a child that asks and asks, each time at once, has its clock read as well
_CORES = os.cpu_count() or 1


class OutOfTime(Exception):
    """The child has used up its CPU or wall time."""


class Ended(Exception):
    """The child has closed its end, by dying or on purpose."""


class Garbled(Exception):
    """The child sent something that is not a frame within the limits."""


class Deadline:
    """CPU time of the child and wall time, both as budgets. Wall time stands still while the parent works for the child."""

    __slots__ = ("_cpu_clock", "_cpu_end", "_running_since", "_served_left", "_wall_left")

    def __init__(
        self, cpu_clock: Callable[[], float], cpu_s: float, wall_s: float, served_s: float = 60.0, *, since: float | None = None
    ) -> None:
        """`since`: the reading of the CPU clock that the budget begins at (default: now)."""
        self._cpu_clock = cpu_clock
        self._cpu_end = (cpu_clock() if since is None else since) + cpu_s
        self._wall_left = wall_s
        self._served_left = served_s
        self._running_since = time.monotonic()

    def pause(self) -> None:
        """From here on the parent works; the child is not to blame."""
        now = time.monotonic()
        self._wall_left -= now - self._running_since
        self._running_since = now

    def resume(self) -> None:
        """From here on the child works. Raises OutOfTime when it has made the parent work for too long."""
        now = time.monotonic()
        self._served_left -= now - self._running_since
        self._running_since = now
        if self._served_left < 0:
            raise OutOfTime

    def used_wall_s(self, wall_s: float) -> float:
        """How much of the wall time that it began with is gone."""
        return wall_s - self._wall_left + time.monotonic() - self._running_since

    def used_served_s(self, served_s: float) -> float:
        """How much is gone of the time that the parent may work for the child."""
        return served_s - self._served_left

    def wait_s(self) -> float:
        """How long to wait before looking again. Raises OutOfTime. Threads may burn CPU time on every core at once."""
        cpu_left = self._cpu_end - self._cpu_clock()
        wall_left = self._wall_left - (time.monotonic() - self._running_since)
        if cpu_left <= 0 or wall_left <= 0:
            raise OutOfTime
        return max(min(cpu_left / _CORES, wall_left), _SHORTEST_WAIT_S)


def _widen(descriptor: int, size: int) -> None:
    """Lets a pipe take up to 1 MB at once, where the system allows it: fewer turns for a large frame."""
    with contextlib.suppress(OSError):
        fcntl.fcntl(descriptor, F_SETPIPE_SZ, min(size, 1 << 20))


class Channel:
    """Frames over two non-blocking pipes."""

    __slots__ = ("_buffer", "_looks", "_read_poll", "_write_poll", "max_bytes", "read_fd", "write_fd")

    def __init__(self, read_fd: int, write_fd: int, max_bytes: int) -> None:
        self.read_fd = read_fd
        self.write_fd = write_fd
        self.max_bytes = max_bytes
        self._buffer = b""
        self._looks = 0
        os.set_blocking(read_fd, False)
        os.set_blocking(write_fd, False)
        self._read_poll = select.poll()
        self._read_poll.register(read_fd, select.POLLIN)
        self._write_poll = select.poll()
        self._write_poll.register(write_fd, select.POLLOUT)

    def send(self, parts: list[bytes], deadline: Deadline) -> None:
        """Writes the parts. Raises OutOfTime or Ended."""
        try:
            total = sum(map(len, parts))
            if total > _CHUNK:
                _widen(self.write_fd, total)
            sent = os.writev(self.write_fd, parts)
            if sent < total:
                self._send_rest(memoryview(b"".join(parts))[sent:], deadline)
        except BlockingIOError:
            self._send_rest(memoryview(b"".join(parts)), deadline)
        except BrokenPipeError:
            raise Ended from None

    def _send_rest(self, data: memoryview, deadline: Deadline) -> None:
        while data:
            self._write_poll.poll(deadline.wait_s() * 1000)
            try:
                data = data[os.write(self.write_fd, data) :]
            except BlockingIOError:
                continue

    def receive(self, deadline: Deadline) -> tuple[int, int, wire.Body]:
        """The next frame: kind, id, body. Raises OutOfTime, Ended or Garbled."""
        buffer = self._buffer or self._read(deadline)
        while len(buffer) < wire.HEADER.size:
            buffer += self._read(deadline)
        size, kind, request_id = wire.HEADER.unpack_from(buffer)
        if size > self.max_bytes:
            raise Garbled(f"a frame of {size} bytes")
        if len(buffer) - wire.HEADER.size < size:
            return kind, request_id, self._read_rest(buffer[wire.HEADER.size :], size, deadline)
        end = wire.HEADER.size + size
        self._buffer = buffer[end:]
        return kind, request_id, buffer[wire.HEADER.size : end]

    def _read_rest(self, begun: bytes, size: int, deadline: Deadline) -> wire.Body:
        """The body that begins with those bytes. Room for it grows with what comes, not with what a header claims."""
        self._buffer = b""
        _widen(self.read_fd, size)
        data = bytearray(min(size, _READ))
        have = len(begun)
        data[:have] = begun
        while have < size:
            if have == len(data):
                data.extend(bytes(min(len(data), size - len(data))))
            self._wait(deadline)
            with contextlib.suppress(BlockingIOError), memoryview(data) as view:
                got = os.readv(self.read_fd, [view[have:]])
                if not got:
                    raise Ended
                have += got
        return data

    @property
    def has_unread(self) -> bool:
        """Whether bytes lie here that nobody asked for."""
        return bool(self._buffer)

    def _read(self, deadline: Deadline) -> bytes:
        while True:
            self._wait(deadline)
            with contextlib.suppress(BlockingIOError):
                data = os.read(self.read_fd, _CHUNK)
                if not data:
                    raise Ended
                return data

    def _wait(self, deadline: Deadline) -> None:
        self._looks += 1
        if self._looks % _LOOKS_PER_CLOCK and self._read_poll.poll(_FIRST_LOOK_MS):
            return
        while not self._read_poll.poll(deadline.wait_s() * 1000):
            continue

    def close(self) -> None:
        """Closes both pipes."""
        os.close(self.read_fd)
        os.close(self.write_fd)
