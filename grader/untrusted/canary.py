"""Attacks that must not work, each harmless where it does. This file is sent to a child as if it were a submission.

Every function returns "closed" or a few words on what was possible. The parent plants what they reach for, and looks for itself
afterwards whether anything was touched.
"""

from __future__ import annotations

import os
import sys
from typing import Any

ctypes: Any = sys.modules["ctypes"]
socket: Any = sys.modules.get("socket")
resource: Any = sys.modules.get("resource")
libc: Any = ctypes.CDLL(None, use_errno=True)

CLOSED = "closed"
CLONE3, IO_URING_SETUP, PIDFD_OPEN = 435, 425, 434
MEMFD_CREATE, UNSHARE, SHMGET, BPF = {"aarch64": (279, 97, 194, 280)}.get(
    os.uname().machine if hasattr(os, "uname") else "", (319, 272, 29, 321)
)
PTRACE_ATTACH, PROT_READ_WRITE_EXEC, MAP_PRIVATE_ANONYMOUS = 16, 7, 0x22
CLONE_NEWUSER = 0x10000000
IPC_REMOVE = 0


def _call(result: int, what: str) -> str:
    return CLOSED if result == -1 else what


def _try(action: Any, what: str) -> str:
    try:
        action()
    except (OSError, MemoryError, ValueError):
        return CLOSED
    return what


def read_file(path: str) -> str:
    return _try(lambda: os.close(os.open(path, os.O_RDONLY)), "a file was opened")


def read_file_by_root_link(path: str) -> str:
    return _try(lambda: os.close(os.open("/proc/self/root" + path, os.O_RDONLY)), "a file was opened")


def read_file_by_numpy(path: str) -> str:
    import numpy

    return _try(lambda: numpy.fromfile(path, dtype="u1"), "a file was read")


def stat_file(path: str) -> str:
    return _try(lambda: os.stat(path), "a file's size and times were seen")


def access_file(path: str) -> str:
    return "a file was seen to exist" if os.access(path, os.F_OK) else CLOSED


def list_folder(path: str) -> str:
    return _try(lambda: os.listdir(os.path.dirname(path)), "a folder was listed")


def enter_folder(path: str) -> str:
    return _try(lambda: os.chdir(os.path.dirname(path)), "the folder was entered")


def create_file(path: str) -> str:
    return _try(lambda: os.close(os.open(path + ".new", os.O_CREAT | os.O_WRONLY)), "a file was made")


def truncate_file(path: str) -> str:
    return _try(lambda: os.truncate(path, 0), "a file was emptied")


def rename_file(path: str) -> str:
    return _try(lambda: os.rename(path, path + ".moved"), "a file was moved")


def change_mode(path: str) -> str:
    return _try(lambda: os.chmod(path, 0o777), "a file's mode was changed")


def link_file(path: str) -> str:
    return _try(lambda: os.symlink(path, path + ".link"), "a link was made")


def read_environment_of(pid: int) -> str:
    return _try(lambda: os.close(os.open(f"/proc/{pid}/environ", os.O_RDONLY)), "another process's environment was opened")


def read_memory_of(pid: int) -> str:
    return _try(lambda: os.close(os.open(f"/proc/{pid}/mem", os.O_RDONLY)), "another process's memory was opened")


def trace(pid: int) -> str:
    return _call(libc.ptrace(PTRACE_ATTACH, pid, 0, 0), "another process was traced")


def open_process(pid: int) -> str:
    return _call(libc.syscall(PIDFD_OPEN, pid, 0), "a descriptor of another process was opened")


def connect(port: int) -> str:
    def attempt() -> None:
        with socket.socket() as sender:
            sender.settimeout(1)
            sender.connect(("127.0.0.1", port))

    return _try(attempt, "a connection was made")


def send_datagram(port: int) -> str:
    def attempt() -> None:
        with socket.socket(type=socket.SOCK_DGRAM) as sender:
            sender.sendto(b"canary", ("127.0.0.1", port))

    return _try(attempt, "a datagram was sent")


def local_socket() -> str:
    return _try(lambda: socket.socketpair()[0].close(), "a socket was made")


def fork() -> str:
    def attempt() -> None:
        if os.fork() == 0:
            os._exit(0)

    return _try(attempt, "a process was made")


def clone() -> str:
    made = libc.syscall(CLONE3, 0, 0)
    return CLOSED if made == -1 and ctypes.get_errno() in (1, 38) else "a newer way to make processes was there"


def kill(pid: int) -> str:
    return _try(lambda: os.kill(pid, 15), "another process was signalled")


def kill_all() -> str:
    return _try(lambda: os.kill(-1, 0), "all processes could be signalled")


def limit_other(pid: int) -> str:
    return _try(lambda: resource.prlimit(pid, resource.RLIMIT_NOFILE), "another process's limits were read")


def reschedule(pid: int) -> str:
    return _try(lambda: os.setpriority(os.PRIO_PROCESS, pid, 19), "another process's priority was changed")


def memory_file() -> str:
    return _call(libc.syscall(MEMFD_CREATE, b"canary", 0), "memory outside the limit was made")


def shared_memory() -> str:
    segment = libc.syscall(SHMGET, 0, 4096, 0o1600)
    if segment != -1:
        libc.shmctl(segment, IPC_REMOVE, 0)
    return _call(segment, "shared memory was made")


def rings() -> str:
    return _call(libc.syscall(IO_URING_SETUP, 1, ctypes.create_string_buffer(256)), "io_uring was set up")


def kernel_programs() -> str:
    return _call(libc.syscall(BPF, 0, ctypes.create_string_buffer(256), 64), "bpf was allowed")


def namespaces() -> str:
    return _call(libc.syscall(UNSHARE, CLONE_NEWUSER), "a namespace was made")


def other_user() -> str:
    return _try(lambda: os.setuid(12345), "the user was changed")


def executable_memory() -> str:
    libc.mmap.restype = ctypes.c_long
    size, flags = ctypes.c_size_t(4096), MAP_PRIVATE_ANONYMOUS
    return _call(libc.mmap(None, size, PROT_READ_WRITE_EXEC, flags, -1, ctypes.c_long(0)), "machine code could be written")


def own_limits() -> str:
    return _try(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)), "limits could be changed")


def too_much_memory(size: int) -> str:
    return _try(lambda: bytearray(size), "more memory than the limit was had")


def secret_in_environment(name: str) -> str:
    return "our environment was seen" if name in os.environ else CLOSED


def secret_in_objects(fragments: list[str]) -> str:
    import gc

    secret = "".join(fragments)
    found = any(secret in value for owner in gc.get_objects() if type(owner) is dict for value in owner.values() if type(value) is str)
    return "a secret was in memory" if found else CLOSED


def other_descriptors() -> str:
    found = []
    for number in range(6, 1024):
        try:
            os.get_inheritable(number)
        except OSError:
            continue
        found.append(number)
    return f"descriptors {found[:5]} were open" if found else CLOSED


def execute() -> str:
    return _try(lambda: os.execv("/bin/true", ["true"]), "a program was started")
