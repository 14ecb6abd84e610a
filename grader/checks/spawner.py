"""Children without a fork server, for systems that have no fork, no poll or no descriptors over sockets: one new Python per child.

Slower (a cold start each) and less confined; the level says so. The clock of CPU time is the kernel's where it can be read by pid, else
only wall time counts.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from typing import IO, Any

from grader import wire
from grader.checks.channel import Deadline, Ended, Garbled
from grader.checks.launch import boot_command, clean_environment
from grader.checks.limits import Limits
from grader.errors import WorkerDied

_CHUNK = 1 << 16
_FILE_BYTES = 16 << 20
_CPU_SLACK_S = 3
_KILL_S = 10.0


class ThreadChannel:
    """Frames over two blocking pipes, each served by a thread of its own."""

    def __init__(self, source: IO[bytes], sink: IO[bytes], max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._buffer = b""
        self._incoming: queue.Queue[bytes] = queue.Queue(maxsize=64)  # a flood waits in the pipe, not in our memory
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._sent: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._is_closed = False
        self._source, self._sink = source, sink
        threading.Thread(target=self._read_all, daemon=True).start()
        threading.Thread(target=self._write_all, daemon=True).start()

    @property
    def has_unread(self) -> bool:
        """Whether bytes lie here that nobody asked for."""
        return bool(self._buffer)

    def _read_all(self) -> None:
        data = b"-"
        while data and not self._is_closed:
            try:
                data = os.read(self._source.fileno(), _CHUNK)
            except (OSError, ValueError):
                data = b""
            self._hand_in(data)

    def _hand_in(self, data: bytes) -> None:
        while not self._is_closed:
            try:
                self._incoming.put(data, timeout=0.1)
                return
            except queue.Full:
                continue

    def _write_all(self) -> None:
        while (data := self._outgoing.get()) is not None:
            try:
                self._sink.write(data)
                self._sink.flush()
                self._sent.put(True)
            except (OSError, ValueError):
                self._sent.put(False)

    def send(self, parts: list[bytes], deadline: Deadline) -> None:
        """Writes the parts. Raises OutOfTime or Ended."""
        self._outgoing.put(b"".join(parts))
        if not _wait(self._sent.get, deadline):
            raise Ended

    def receive(self, deadline: Deadline) -> tuple[int, int, wire.Body]:
        """The next frame: kind, id, body. Raises OutOfTime, Ended or Garbled."""
        data = bytearray(self._buffer)
        while len(data) < wire.HEADER.size:
            data += self._read(deadline)
        size, kind, request_id = wire.HEADER.unpack_from(data)
        if size > self._max_bytes:
            raise Garbled(f"a frame of {size} bytes")
        end = wire.HEADER.size + size
        while len(data) < end:
            data += self._read(deadline)
        self._buffer = bytes(data[end:])
        return kind, request_id, bytes(data[wire.HEADER.size : end])

    def _read(self, deadline: Deadline) -> bytes:
        data: bytes = _wait(self._incoming.get, deadline)
        if not data:
            raise Ended
        return data

    def close(self) -> None:
        """Lets both threads end. The pipes are closed by the process's owner, after the kill."""
        self._is_closed = True
        self._outgoing.put(None)


def _wait(get: Callable[..., Any], deadline: Deadline) -> Any:
    while True:
        try:
            return get(timeout=deadline.wait_s())
        except queue.Empty:
            continue


class SpawnedProcess:
    """A child started as a new Python, in the parent's hands."""

    def __init__(self, limits: Limits) -> None:
        self._printed = tempfile.TemporaryFile()  # noqa: SIM115  # closed by `release`
        self._fault = tempfile.TemporaryFile()  # noqa: SIM115
        self._seen = 0
        passed = [self._fault.fileno()] if os.name == "posix" else []
        cpu_s = int(limits.total_cpu_s) + _CPU_SLACK_S
        arguments = f"{limits.memory_bytes}, {cpu_s}, {_FILE_BYTES}, {os.getpid()}, {(passed or [-1])[0]}"
        self._process = subprocess.Popen(
            boot_command("spawned", arguments),
            env=clean_environment(),
            cwd=os.path.abspath(os.sep),
            pass_fds=passed,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._printed,
            start_new_session=True,
        )
        self._channel: ThreadChannel | None = None

    def channel(self, max_bytes: int) -> ThreadChannel:
        """Frames to and from it; the same one every time, because its threads hold the pipes."""
        if self._channel is None:
            assert self._process.stdin is not None and self._process.stdout is not None
            self._channel = ThreadChannel(self._process.stdout, self._process.stdin, max_bytes)
        self._channel._max_bytes = max_bytes
        return self._channel

    def cpu_s(self) -> float:
        """CPU seconds of all its threads, or 0.0 where another process's clock cannot be read."""
        try:
            return time.clock_gettime((~self._process.pid << 3) | 2)
        except (AttributeError, OSError):
            return 0.0

    def signal(self, number: int) -> None:
        """Sends a signal, if the process is still there."""
        if self._process.poll() is None and os.name == "posix":
            self._process.send_signal(number)

    def has_ended(self, wait_s: float) -> bool:
        """Whether the process ends within that time."""
        try:
            self._process.wait(wait_s)
        except subprocess.TimeoutExpired:
            return False
        return True

    def end(self) -> int:
        """Kills it, and on POSIX its whole process group, and reaps it; a wait status."""
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (AttributeError, OSError):  # no process groups, or already gone
            self._process.kill()
        code = self._process.wait(_KILL_S)
        return code << 8 if code >= 0 else -code

    def take_printed(self, max_bytes: int) -> tuple[bytes, int]:
        """What was written since the last time, cut, and how many bytes it was."""
        size = os.fstat(self._printed.fileno()).st_size - self._seen
        if size <= 0:
            return b"", 0
        self._printed.seek(self._seen)
        data = self._printed.read(min(size, max_bytes))
        self._seen += size
        self._printed.seek(0, os.SEEK_END)  # parent and child share the position
        return data, size

    def fault_text(self) -> str:
        """What faulthandler wrote, cut."""
        size = os.fstat(self._fault.fileno()).st_size
        if not size:
            return ""
        self._fault.seek(0)
        text = self._fault.read(1 << 16).decode("utf-8", "replace")
        self._fault.seek(0, os.SEEK_END)
        return text

    def release(self) -> None:
        """Closes pipes and files."""
        for file in (self._process.stdin, self._process.stdout, self._printed, self._fault):
            if file is not None:
                try:
                    file.close()
                except OSError:  # the write buffer of a pipe that nobody reads any more
                    continue


class Spawner:
    """Makes spawned children; there is no server to keep."""

    is_alive = True
    pid = 0

    def spawn(self, limits: Limits) -> SpawnedProcess:
        """A new child: wait for its hello. Raises WorkerDied."""
        try:
            return SpawnedProcess(limits)
        except OSError as error:
            raise WorkerDied(f"A child could not be started: {error}") from error

    def close(self) -> None:
        """Nothing is kept."""
