"""The filter, instruction by instruction: simulated, so that the programs of other processors are tested here too."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import pytest

from grader.untrusted import seccomp
from grader.untrusted.seccomp import ABSENT, ALLOW, DENY, KILL_PROCESS, MACHINES, PID_PLACEHOLDER, Machine

# What must never be allowed, whatever its arguments: everything that takes a path or makes a process, socket, or shared memory.
NEVER = {
    "x86_64": {
        "open": 2, "stat": 4, "fstat": 5, "lstat": 6, "pread64": 17, "access": 21, "pipe": 22, "shmget": 29, "shmat": 30,
        "sendfile": 40, "socket": 41, "connect": 42, "socketpair": 53, "fork": 57, "vfork": 58, "execve": 59, "kill": 62, "semget": 64,
        "msgget": 68, "flock": 73, "truncate": 76, "ftruncate": 77, "getdents": 78, "chdir": 80, "rename": 82, "mkdir": 83, "creat": 85,
        "link": 86, "unlink": 87, "symlink": 88, "readlink": 89, "chmod": 90, "fchmod": 91, "chown": 92, "umask": 95, "ptrace": 101,
        "setuid": 105, "setpgid": 109, "capset": 126, "utime": 132, "mknod": 133, "personality": 135, "setpriority": 141,
        "sched_setscheduler": 144, "mlock": 149, "modify_ldt": 154, "pivot_root": 155, "arch_prctl": 158, "setrlimit": 160,
        "chroot": 161, "mount": 165, "swapon": 167, "reboot": 169, "sethostname": 170, "init_module": 175, "setxattr": 188, "tkill": 200,
        "sched_setaffinity": 203, "io_setup": 206, "clock_settime": 227, "inotify_init": 253, "openat": 257, "newfstatat": 262,
        "unshare": 272, "splice": 275, "vmsplice": 278, "signalfd": 282, "timerfd_create": 283, "eventfd": 284, "pipe2": 293,
        "perf_event_open": 298, "open_by_handle_at": 304, "setns": 308, "process_vm_readv": 310, "kcmp": 312, "seccomp": 317,
        "memfd_create": 319, "bpf": 321, "execveat": 322, "userfaultfd": 323, "pkey_mprotect": 329, "statx": 332, "io_uring_setup": 425,
        "pidfd_send_signal": 424, "pidfd_open": 434,
    },
    "aarch64": {
        "io_setup": 0, "setxattr": 5, "inotify_init1": 26, "mknodat": 33, "mkdirat": 34, "unlinkat": 35, "symlinkat": 36, "linkat": 37,
        "renameat": 38, "umount2": 39, "mount": 40, "pivot_root": 41, "truncate": 45, "ftruncate": 46, "faccessat": 48, "chdir": 49,
        "fchdir": 50, "chroot": 51, "fchmod": 52, "fchmodat": 53, "fchownat": 54, "openat": 56, "pipe2": 59, "getdents64": 61,
        "pread64": 67, "sendfile": 71, "signalfd4": 74, "vmsplice": 75, "splice": 76, "readlinkat": 78, "newfstatat": 79, "fstat": 80,
        "utimensat": 88, "capset": 91, "personality": 92, "unshare": 97, "clock_settime": 112, "ptrace": 117, "sched_setscheduler": 119,
        "sched_setaffinity": 122, "kill": 129, "tkill": 130, "setpriority": 140, "setuid": 146, "setpgid": 154, "setsid": 157,
        "sethostname": 161, "setrlimit": 164, "umask": 166, "mq_open": 180, "msgget": 186, "semget": 190, "shmget": 194, "shmat": 196,
        "socket": 198, "socketpair": 199, "bind": 200, "connect": 203, "add_key": 217, "keyctl": 219, "execve": 221, "mlock": 228,
        "perf_event_open": 241, "open_by_handle_at": 265, "setns": 268, "process_vm_readv": 270, "kcmp": 272, "renameat2": 276,
        "seccomp": 277, "memfd_create": 279, "bpf": 280, "execveat": 281, "userfaultfd": 282, "pkey_mprotect": 288, "statx": 291,
        "pidfd_send_signal": 424, "io_uring_setup": 425, "pidfd_open": 434,
    },
}  # fmt: skip


@pytest.fixture(params=sorted(MACHINES))
def machine(request: pytest.FixtureRequest) -> Machine:
    found: Machine = MACHINES[request.param]
    return found


def answer(machine: Machine, name: str | int, *args: int) -> int:
    number = machine.numbers[name] if isinstance(name, str) else name
    return seccomp.simulate(seccomp.program(machine), number, args, arch=machine.audit_arch)


def test_calls_that_name_files_processes_or_sockets_are_denied(machine: Machine) -> None:
    denied = NEVER[machine.name]
    found = {name for name, number in denied.items() for args in ((), (0xFFFFFFFF,) * 6) if answer(machine, number, *args) != DENY}

    assert found == set()


def test_exactly_the_listed_calls_can_be_allowed(machine: Machine) -> None:
    plain = {word for word in seccomp.ALLOWED_CALLS.split() if not word.endswith("!")}
    wanted = {machine.numbers[name] for name in plain if name in machine.numbers}
    checked = {machine.numbers[word.rstrip("!")] for word in seccomp.ALLOWED_CALLS.split() if word.endswith("!")}
    allowed = {number for number in range(1024) if answer(machine, number) == ALLOW}

    assert allowed - checked == wanted


def test_new_calls_are_absent_and_so_is_everything_beyond(machine: Machine) -> None:
    assert {answer(machine, number) for number in (*range(435, 600), 1023, 0x3FFFFFFF)} == {ABSENT}


def test_another_processor_kills(machine: Machine) -> None:
    program = seccomp.program(machine)

    assert seccomp.simulate(program, 0, arch=0x40000003) == KILL_PROCESS


def test_x32_calls_kill() -> None:
    assert answer(MACHINES["x86_64"], 0x40000000 | 1) == KILL_PROCESS


def rules() -> Iterator[tuple[str, tuple[int, ...], int]]:
    thread = 0x003D0F00
    yield "clone", (thread,), ALLOW
    yield "clone", (17,), DENY  # a process
    yield "clone", (thread | 0x10000000,), DENY  # a user namespace
    yield "clone", (thread | 0x00020000,), DENY  # a mount namespace
    yield "clone", (thread | 0x00001000,), DENY  # a descriptor of a process
    yield "clone", (thread | 1 << 40,), DENY
    yield "clone", (thread & ~0x00010000,), DENY
    yield "mmap", (0, 4096, 3), ALLOW
    yield "mmap", (0, 4096, 7), DENY
    yield "mprotect", (0, 4096, 1), ALLOW
    yield "mprotect", (0, 4096, 5), DENY
    yield "madvise", (0, 4096, 4), ALLOW
    yield "madvise", (0, 4096, 100), DENY  # poisons memory
    yield "fcntl", (3, 3), ALLOW
    yield "fcntl", (3, 8), DENY  # F_SETOWN sends signals
    yield "fcntl", (3, 10), DENY  # F_SETSIG
    yield "fcntl", (3, 4), DENY  # F_SETFL would take O_APPEND away
    yield "fcntl", (3, 1033), DENY  # F_ADD_SEALS
    yield "prctl", (15,), ALLOW
    yield "prctl", (1,), DENY  # PR_SET_PDEATHSIG
    yield "prctl", (4,), DENY  # PR_SET_DUMPABLE
    yield "prctl", (22,), DENY
    yield "prlimit64", (0, 7, 0), ALLOW
    yield "prlimit64", (1, 7, 0), DENY  # of another process
    yield "prlimit64", (0, 7, 0x7FFF00000000), DENY  # a new limit
    yield "prlimit64", (0, 7, 1), DENY
    yield "tgkill", (PID_PLACEHOLDER, 5, 6), ALLOW
    yield "tgkill", (PID_PLACEHOLDER, 5, 9), DENY  # who ends by SIGKILL was ended from outside
    yield "tgkill", (1, 1, 6), DENY
    yield "sched_getaffinity", (0,), ALLOW
    yield "sched_getaffinity", (1,), ABSENT


@pytest.mark.parametrize(("name", "args", "expected"), list(rules()), ids=lambda value: str(value))
def test_arguments_are_looked_at(machine: Machine, name: str, args: tuple[int, ...], expected: int) -> None:
    assert answer(machine, name, *args) == expected


def test_every_jump_stays_inside_and_the_pid_stands_in_one_place(machine: Machine) -> None:
    program = seccomp.program(machine)
    targets = [position + 1 + jump for position, (code, a, b, k) in enumerate(program) if code != seccomp.RETURN for jump in (a, b)]

    assert len(program) < 4096
    assert max(targets) < len(program)
    assert all(0 <= jump <= 255 for _, *jumps, _ in program for jump in jumps)
    assert seccomp.pack(program).count(struct.pack("<I", PID_PLACEHOLDER)) == 1
