"""Locks the calling process down, once and for good, and measures what holds. Called in a child before a learner byte is there.

Everything that costs time (the libc prototypes, the assembled filter) is prepared in the server; `Confinement.apply` is then a dozen
system calls. Nothing here is assumed: `measure` asks the kernel afterwards.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import os
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from grader.untrusted import landlock, seccomp

resource: Any = importlib.import_module("resource") if importlib.util.find_spec("resource") else None
"""None on Windows."""

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP = 1, 4, 38, 22
SECCOMP_MODE_FILTER = 2
SIGKILL = 9
CAPABILITY_VERSION_3 = 0x20080522
OPEN_FILES = 64
THREADS = 256  # of a child; with the smallest stacks, its memory alone would have room for ten thousands: all that a machine has
FILTER, LANDLOCK, USER = "filter", "landlock", "user"
WALLS = (FILTER, LANDLOCK, USER)
"""What can stand around a child beside its limits."""

FIRST_UID, UIDS = 61_184, 4_335  # users without a name, in the range that systemd keeps for such

_libc = ctypes.CDLL(None, use_errno=True) if os.name == "posix" else None


def prctl(option: int, value: int = 0) -> int:
    """prctl(2) with one argument; -1 where it is refused or absent."""
    if _libc is None or not hasattr(_libc, "prctl"):
        return -1
    zero = ctypes.c_ulong(0)
    return int(_libc.prctl(option, ctypes.c_ulong(value), zero, zero, zero))


def die_with_parent(parent: int) -> None:
    """Ends this process as soon as its parent ends, also when that has happened already. Elsewhere than on Linux its pipe tells it."""
    if prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 and os.getppid() != parent:
        os._exit(1)


def offer_to_oom_killer() -> None:
    """Makes the kernel choose this process, and its children, first when memory runs out."""
    try:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")
    except OSError:
        pass  # best effort: not on every system


def address_space() -> int:
    """Bytes of address space in use, or 0 where that cannot be told."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


@dataclass(frozen=True, slots=True)
class Bounds:
    """Resource limits of one child, as absolute numbers."""

    address_space: int  # bytes, what the warm process takes included; 0 where that cannot be told: then there is no limit
    cpu_s: int
    file_bytes: int


@dataclass(slots=True)
class Confinement:
    """The lockdown, prepared once per server. Without any of the `WALLS` a child has resource limits only."""

    walls: tuple[str, ...]
    _program: bytes = field(init=False, default=b"")
    _pid_at: int = field(init=False, default=-1)
    _tasks: int = field(init=False, default=THREADS)

    def __post_init__(self) -> None:
        machine = seccomp.this_machine() if FILTER in self.walls else None
        if machine is not None:
            self._program = seccomp.pack(seccomp.program(machine))
            self._pid_at = self._program.index(struct.pack("<I", seccomp.PID_PLACEHOLDER))

    def prepare_server(self) -> dict[str, str]:
        """Does in the server what its children inherit; the layers that hold from here on. Nothing can be opened any more afterwards.

        No capabilities and no way to new ones, no core files, few descriptors; and, if wanted: Landlock, and instead of root a user
        that nobody else is.
        """
        uid = _leave_root() if USER in self.walls else "same"
        self._tasks = THREADS + (0 if uid == "throw-away" else _tasks_of_this_user())
        if _libc is not None and hasattr(_libc, "capset"):
            _libc.capset(struct.pack("<Ii", CAPABILITY_VERSION_3, 0), bytes(24))
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        prctl(PR_SET_DUMPABLE, 0)
        if resource is not None:
            for name, value in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_NOFILE, OPEN_FILES), (resource.RLIMIT_MEMLOCK, 0)):
                resource.setrlimit(name, (value, value))
        return {"landlock": landlock.restrict() if LANDLOCK in self.walls else "none", "user": uid}

    def apply(self, bounds: Bounds, parent: int) -> None:
        """Locks this process down. What could not be done shows in `measure`."""
        die_with_parent(parent)
        self._set_limits(bounds)
        if self._program:
            self._load_filter()
        if not _filter_holds():
            self._hinder_forks()

    def _hinder_forks(self) -> None:
        """Where no filter forbids it: no further process for this user, which does not bind root, and a group to kill as one."""
        if resource is not None:
            resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
        if hasattr(os, "setsid") and os.getpid() != os.getsid(0):
            os.setsid()

    def _set_limits(self, bounds: Bounds) -> None:
        if resource is None:
            return
        resource.setrlimit(resource.RLIMIT_FSIZE, (bounds.file_bytes, bounds.file_bytes))
        resource.setrlimit(resource.RLIMIT_CPU, (bounds.cpu_s, bounds.cpu_s + 2))
        _, hard = resource.getrlimit(resource.RLIMIT_NPROC)
        tasks = self._tasks if hard == resource.RLIM_INFINITY else min(self._tasks, hard)
        resource.setrlimit(resource.RLIMIT_NPROC, (tasks, tasks))  # all of this user's; of a throw-away one, those of one server
        if bounds.address_space:
            resource.setrlimit(resource.RLIMIT_AS, (bounds.address_space, bounds.address_space))

    def _load_filter(self) -> None:
        assert _libc is not None
        program = bytearray(self._program)
        struct.pack_into("<I", program, self._pid_at, os.getpid())
        buffer = (ctypes.c_char * len(program)).from_buffer(program)
        head = struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(buffer))
        _libc.prctl(PR_SET_SECCOMP, ctypes.c_ulong(SECCOMP_MODE_FILTER), head, ctypes.c_ulong(0), ctypes.c_ulong(0))

    def measure(self, bounds: Bounds) -> dict[str, str]:
        """The layers that hold in this process, by what the kernel says now."""
        return {
            "seccomp": "no-fs" if _filter_holds() else "none",
            "no_new_privs": "on" if prctl(seccomp.PR_GET_NO_NEW_PRIVS) == 1 else "off",
            "rlimits": self._measured_limits(bounds),
        }

    def _measured_limits(self, bounds: Bounds) -> str:
        if resource is None:
            return "none"
        held = (
            resource.getrlimit(resource.RLIMIT_CORE)[1] == 0
            and resource.getrlimit(resource.RLIMIT_FSIZE)[1] == bounds.file_bytes
            and resource.getrlimit(resource.RLIMIT_CPU)[0] == bounds.cpu_s
            and resource.getrlimit(resource.RLIMIT_NPROC)[1] in range(self._tasks + 1)
        )
        if not held:
            return "none"
        has_memory_limit = bounds.address_space and resource.getrlimit(resource.RLIMIT_AS)[1] == bounds.address_space
        return "on" if has_memory_limit else "no memory limit"


def _leave_root() -> str:
    """Becomes a user of its own, if this is root and may: "throw-away", else "same" or, where that failed, "root"."""
    if not hasattr(os, "getresuid") or os.getuid() != 0:
        return "same"
    uid = FIRST_UID + os.getpid() % UIDS
    try:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    except OSError:
        return "root"
    return "throw-away" if os.getresuid() == (uid, uid, uid) and os.getresgid() == (uid, uid, uid) else "root"


def _tasks_of_this_user() -> int:
    """How many threads and processes this user has on this machine by now; 0 where that cannot be told, as behind bubblewrap."""
    if not hasattr(os, "getuid") or not os.path.isdir("/proc"):
        return 0
    found, uid = 0, os.getuid()
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and os.stat(f"/proc/{name}").st_uid == uid:
                found += len(os.listdir(f"/proc/{name}/task"))
        except OSError:
            continue  # it has just ended
    return found


def outer_wall() -> str:
    """Whether this process really is where bubblewrap should have put it: no /proc, no /etc, no network but its own.

    Where Python is installed below a home, there is a /home; but it is a folder of the made-up root, not the machine's.
    """
    if any(os.path.exists(path) for path in ("/proc", "/etc")) or not all(map(_is_made_up, ("/home", "/root", "/tmp", "/var"))):
        return "none"
    return "bubblewrap" if [name for _, name in socket.if_nameindex()] == ["lo"] else "none"


def _is_made_up(path: str) -> bool:
    return not os.path.exists(path) or os.stat(path).st_dev == os.stat("/").st_dev


def _filter_holds() -> bool:
    """Whether our filter is in force. In a container the kernel says "filtered" anyway, so two harmless calls are tried that only
    ours refuses: one with a path, one without.
    """
    if prctl(seccomp.PR_GET_SECCOMP) != SECCOMP_MODE_FILTER:
        return False
    return _is_refused(lambda: os.stat("/")) and _is_refused(lambda: os.getsid(0))


def _is_refused(call: Callable[[], object]) -> bool:
    try:
        call()
    except PermissionError:
        return True
    except OSError:
        return False
    return False
