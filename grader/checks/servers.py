"""Starts the untrusted side: a fork server with a clean environment, and its children as processes to signal, time and reap.

The control socket carries fixed-size structs of numbers and descriptors, in one direction only; nothing of a submission, no name and no
path goes through it.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import itertools
import os
import select
import signal
import socket
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from typing import IO, Any

from grader.checks.channel import Channel
from grader.checks.launch import boot_command, clean_environment
from grader.checks.limits import Limits
from grader.errors import WorkerDied
from grader.untrusted import server as protocol
from grader.untrusted.confine import WALLS

__all__ = ["WALLS", "ForkServer", "ForkedProcess"]

fcntl: Any = importlib.import_module("fcntl") if importlib.util.find_spec("fcntl") else None
"""None on Windows."""

SERVER_GONE = -1
_START_S = 60.0
_ANSWER_S = 30.0
_CPU_SLACK_S = 3
_MIN_FILE_BYTES = 1 << 20


@dataclass(slots=True)
class ForkedProcess:
    """A child of the fork server, in the parent's hands."""

    server: ForkServer
    number: int
    pid: int
    pidfd: int
    read_fd: int
    write_fd: int
    out_fd: int
    fault_fd: int

    def cpu_s(self) -> float:
        """CPU seconds of all its threads, from the kernel's clock of that process."""
        try:
            return time.clock_gettime((~self.pid << 3) | 2)
        except OSError:
            return 0.0

    def channel(self, max_bytes: int) -> Channel:
        """Frames to and from it."""
        return Channel(self.read_fd, self.write_fd, max_bytes)

    def take_printed(self, max_bytes: int) -> tuple[bytes, int]:
        """What was written since the last time, cut, and how many bytes it was."""
        size = os.fstat(self.out_fd).st_size
        if not size:
            return b"", 0
        data = os.pread(self.out_fd, max_bytes, 0)
        os.ftruncate(self.out_fd, 0)
        return data, size

    def fault_text(self) -> str:
        """What faulthandler wrote, cut."""
        return os.pread(self.fault_fd, 1 << 16, 0).decode("utf-8", "replace")

    def signal(self, number: int) -> None:
        """Sends a signal, if the process is still there."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.pidfd, number)

    def has_ended(self, wait_s: float) -> bool:
        """Whether the process ends within that time; it is not reaped by this."""
        return bool(select.select([self.pidfd], [], [], wait_s)[0])

    def end(self) -> int:
        """Kills and reaps it; its wait status. Its pid stays its own until then, because only this reaps."""
        self.signal(signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError, PermissionError):  # without a filter it leads a group of its own
            os.killpg(self.pid, signal.SIGKILL)
        try:
            return self.server.reap(self.number)
        finally:
            os.close(self.pidfd)

    def release(self) -> None:
        """Closes what it printed to."""
        os.close(self.out_fd)
        os.close(self.fault_fd)


class ForkServer:
    """One server process. Not for use by two threads at once, except that requests are kept whole."""

    def __init__(self, *, walls: tuple[str, ...], is_wrapped: bool = False) -> None:
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control = ours
        self._process: subprocess.Popen[bytes] | None = None
        is_main = threading.current_thread() is threading.main_thread()  # PDEATHSIG fires when the starting thread ends
        parent = os.getpid() if is_main and not is_wrapped else 0
        arguments = f"{theirs.fileno()}, {parent}, {walls!r}, {is_wrapped}"
        with tempfile.TemporaryFile() as errors:
            try:
                self._process = self._started(boot_command("server", arguments, is_wrapped=is_wrapped), theirs, errors)
                _, _, self.pid, _, base = self._receive(_START_S)
                self._base_bytes = base or _address_space(self.pid)
            except (OSError, WorkerDied) as error:
                self.close()
                errors.seek(0)
                last = errors.read().decode("utf-8", "replace").strip().splitlines()[-1:]
                raise WorkerDied(f"The fork server did not start: {''.join(last) or error}") from error

    def _started(self, command: list[str], theirs: socket.socket, errors: IO[bytes]) -> subprocess.Popen[bytes]:
        with theirs:
            return subprocess.Popen(
                command,
                env=clean_environment(),
                cwd="/",
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )

    @staticmethod
    def is_possible() -> bool:
        """Whether this system has what a fork server takes: fork, descriptors over sockets, files in memory, process descriptors."""
        return all(hasattr(os, name) for name in ("fork", "memfd_create", "pidfd_open", "pipe2")) and fcntl is not None

    @property
    def is_alive(self) -> bool:
        """Whether the server process still runs."""
        return self._process is not None and self._process.poll() is None

    def spawn(self, limits: Limits) -> ForkedProcess:
        """A new child, locked down or about to be: wait for its hello. Raises WorkerDied."""
        request_read, request_write = os.pipe2(os.O_CLOEXEC)
        reply_read, reply_write = os.pipe2(os.O_CLOEXEC)
        out, fault = _side_file("printed"), _side_file("fault")
        number = next(self._numbers)
        cpu_s = int(limits.total_cpu_s) + _CPU_SLACK_S
        file_bytes = max(_MIN_FILE_BYTES, 4 * limits.printed_chars)
        memory = self._base_bytes + limits.memory_bytes if self._base_bytes else 0
        request = protocol.REQUEST.pack(protocol.SPAWN, number, memory, cpu_s, file_bytes)
        try:
            with self._lock:
                self._send(request, [out, out, request_read, reply_write, fault])
                pid = self._receive(_ANSWER_S)[2]
            if pid <= 0:
                raise WorkerDied("The fork server could not fork: this machine has no room for another process")
            return ForkedProcess(self, number, pid, os.pidfd_open(pid), reply_read, request_write, out, fault)
        except BaseException:
            for descriptor in (reply_read, request_write, out, fault):
                os.close(descriptor)
            raise
        finally:
            os.close(request_read)
            os.close(reply_write)

    def reap(self, number: int) -> int:
        """Waits for a killed child; its wait status. SERVER_GONE if the server has ended, and so has taken its children with it."""
        try:
            with self._lock:
                self._send(protocol.REQUEST.pack(protocol.REAP, number, 0, 0, 0), [])
                return int(self._receive(_ANSWER_S)[2])
        except WorkerDied:
            return SERVER_GONE

    def _send(self, request: bytes, descriptors: list[int]) -> None:
        try:
            socket.send_fds(self._control, [request], descriptors)
        except OSError as error:
            raise WorkerDied("The fork server has ended") from error

    def _receive(self, wait_s: float) -> tuple[int, int, int, float, int]:
        self._control.settimeout(wait_s)
        try:
            data = self._control.recv(protocol.ANSWER.size)
        except TimeoutError as error:
            if self._process is not None:
                self._process.kill()  # its answers would come too late and be taken for others
            raise WorkerDied("The fork server does not answer") from error
        except OSError as error:
            raise WorkerDied("The fork server has ended") from error
        if len(data) < protocol.ANSWER.size:
            raise WorkerDied("The fork server has ended")
        answer: tuple[int, int, int, float, int] = protocol.ANSWER.unpack(data)
        return answer

    def close(self) -> None:
        """Ends the server and with it every child."""
        self._control.close()
        if self._process is None:
            return
        try:
            self._process.wait(2.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _address_space(pid: int) -> int:
    """Bytes of address space that a server uses which cannot look for itself, or 0."""
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _side_file(name: str) -> int:
    """A descriptor of a nameless file in memory that is only ever appended to."""
    descriptor = os.memfd_create(name, os.MFD_CLOEXEC)
    fcntl.fcntl(descriptor, fcntl.F_SETFL, os.O_APPEND)
    return descriptor
