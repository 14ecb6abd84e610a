"""The system call filter of a child: an allow-list without any call that takes a path, as a BPF program of our own making.

Pure assembly, nothing is loaded here. A filter is data: a list of (code, jt, jf, k) instructions, made from a table per machine, so that
the program for one machine can be built and simulated on another.
"""

from __future__ import annotations

import platform
import struct
from collections.abc import Callable
from dataclasses import dataclass

Instruction = tuple[int, int, int, int]

LOAD = 0x20  # a word of the call's description
AND = 0x54
JUMP = 0x05
IF_EQUAL = 0x15
IF_GREATER = 0x25
IF_AT_LEAST = 0x35
IF_ANY_BIT = 0x45
RETURN = 0x06

KILL_PROCESS = 0x80000000
ALLOW = 0x7FFF0000
ERRNO = 0x00050000
EPERM, ENOSYS = 1, 38
DENY = ERRNO | EPERM
ABSENT = ERRNO | ENOSYS

FIRST_NEW_CALL = 435  # clone3; from here on "not there", so that libc falls back
NR_OFFSET, ARCH_OFFSET, ARGS_OFFSET = 0, 4, 16
PID_PLACEHOLDER = 0x0BADF00D  # replaced by the child's pid in the finished program

ALLOWED_CALLS = """
    read write readv writev close lseek mmap! mprotect! munmap mremap brk madvise!
    rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack restart_syscall
    futex set_robust_list rseq sched_yield getpid gettid getppid getuid geteuid getgid getegid getcwd uname
    clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time getrusage times
    getrandom getitimer setitimer alarm pause
    poll select ppoll pselect6 dup dup2 dup3
    fcntl! prlimit64! getrlimit prctl! tgkill! clone! sched_getaffinity! exit exit_group
    """
"""Allowed calls; those marked ! only with the arguments that `_RULES` lets through."""


@dataclass(frozen=True, slots=True)
class Machine:
    """One processor's numbers. `low_word` is the offset of the low half of a 64-bit argument."""

    name: str
    audit_arch: int
    numbers: dict[str, int]
    has_x32: bool = False


X86_64 = Machine(
    "x86_64",
    0xC000003E,
    {
        "read": 0, "write": 1, "close": 3, "poll": 7, "lseek": 8, "mmap": 9, "mprotect": 10, "munmap": 11, "brk": 12,
        "rt_sigaction": 13, "rt_sigprocmask": 14, "rt_sigreturn": 15, "readv": 19, "writev": 20, "select": 23, "sched_yield": 24,
        "mremap": 25, "madvise": 28, "dup": 32, "dup2": 33, "pause": 34, "nanosleep": 35, "getitimer": 36, "alarm": 37, "setitimer": 38,
        "getpid": 39, "clone": 56, "exit": 60, "uname": 63, "fcntl": 72, "getcwd": 79, "gettimeofday": 96, "getrlimit": 97,
        "getrusage": 98, "times": 100, "getuid": 102, "getgid": 104, "geteuid": 107, "getegid": 108, "getppid": 110,
        "sigaltstack": 131, "prctl": 157, "gettid": 186, "time": 201, "futex": 202, "sched_getaffinity": 204, "restart_syscall": 219,
        "clock_gettime": 228, "clock_getres": 229, "clock_nanosleep": 230, "exit_group": 231, "tgkill": 234, "pselect6": 270,
        "ppoll": 271, "set_robust_list": 273, "dup3": 292, "prlimit64": 302, "getrandom": 318, "rseq": 334,
    },
    has_x32=True,
)  # fmt: skip

AARCH64 = Machine(
    "aarch64",
    0xC00000B7,
    {
        "getcwd": 17, "dup": 23, "dup3": 24, "fcntl": 25, "close": 57, "lseek": 62, "read": 63, "write": 64, "readv": 65, "writev": 66,
        "pselect6": 72, "ppoll": 73, "exit": 93, "exit_group": 94, "futex": 98, "set_robust_list": 99, "nanosleep": 101,
        "getitimer": 102, "setitimer": 103, "clock_gettime": 113, "clock_getres": 114, "clock_nanosleep": 115,
        "sched_getaffinity": 123, "sched_yield": 124, "restart_syscall": 128, "tgkill": 131, "sigaltstack": 132, "rt_sigaction": 134,
        "rt_sigprocmask": 135, "rt_sigreturn": 139, "times": 153, "uname": 160, "getrlimit": 163, "getrusage": 165, "prctl": 167,
        "gettimeofday": 169, "getpid": 172, "getppid": 173, "getuid": 174, "geteuid": 175, "getgid": 176, "getegid": 177, "gettid": 178,
        "brk": 214, "munmap": 215, "mremap": 216, "clone": 220, "mmap": 222, "mprotect": 226, "madvise": 233, "prlimit64": 261,
        "getrandom": 278, "rseq": 293,
    },
)  # fmt: skip

MACHINES = {"x86_64": X86_64, "aarch64": AARCH64}
"""x86_64 is tested on a machine, aarch64 by simulation only: there, what holds is what the canaries say."""


def this_machine() -> Machine | None:
    """The table of the processor this runs on, or None: then there is no filter."""
    if platform.system() != "Linux" or struct.calcsize("P") != 8:
        return None
    return MACHINES.get(platform.machine())


def low(argument: int) -> Instruction:
    """Loads the low half of an argument (little-endian machines only)."""
    return (LOAD, 0, 0, ARGS_OFFSET + 8 * argument)


def high(argument: int) -> Instruction:
    return (LOAD, 0, 0, ARGS_OFFSET + 8 * argument + 4)


def _only(argument: int, values: tuple[int, ...], otherwise: int = DENY) -> list[Instruction]:
    """Allows when the argument is one of `values` (compared as the int that the kernel takes it for)."""
    program = [low(argument)]
    for position, value in enumerate(values):
        program.append((IF_EQUAL, len(values) - position, 0, value))
    return [*program, (RETURN, 0, 0, otherwise), (RETURN, 0, 0, ALLOW)]


def _no_bits(argument: int, bits: int) -> list[Instruction]:
    """Allows when none of `bits` is set."""
    return [low(argument), (IF_ANY_BIT, 1, 0, bits), (RETURN, 0, 0, ALLOW), (RETURN, 0, 0, DENY)]


def _thread_only() -> list[Instruction]:
    """clone: a thread, with no flag beyond those that pthread_create uses (so no namespace, no pidfd, no new process)."""
    thread, of_pthread = 0x00010000, 0x007D0F00
    return [
        low(0),
        (IF_ANY_BIT, 0, 4, thread),
        (IF_ANY_BIT, 3, 0, 0xFFFFFFFF & ~of_pthread),
        high(0),
        (IF_EQUAL, 0, 1, 0),
        (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, DENY),
    ]


def _own_limits_read() -> list[Instruction]:
    """prlimit64: of itself, and only reading (no new limit)."""
    return [
        low(0),
        (IF_EQUAL, 0, 5, 0),
        low(2),
        (IF_EQUAL, 0, 3, 0),
        high(2),
        (IF_EQUAL, 0, 1, 0),
        (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, DENY),
    ]


PROT_EXEC = 4
F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC = 0, 1, 2, 3, 1030
PR_SET_NAME, PR_GET_NAME, PR_GET_SECCOMP, PR_GET_NO_NEW_PRIVS = 15, 16, 21, 39

SIGKILL = 9
"""Not even to itself: so a child that ended by it was ended from outside, and that is never the learner's fault."""

_RULES: dict[str, Callable[[], list[Instruction]]] = {
    "mmap": lambda: _no_bits(2, PROT_EXEC),
    "mprotect": lambda: _no_bits(2, PROT_EXEC),
    "madvise": lambda: [low(2), (IF_AT_LEAST, 1, 0, 100), (RETURN, 0, 0, ALLOW), (RETURN, 0, 0, DENY)],  # 100: MADV_HWPOISON
    "fcntl": lambda: _only(1, (F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC)),
    "prctl": lambda: _only(0, (PR_SET_NAME, PR_GET_NAME, PR_GET_SECCOMP, PR_GET_NO_NEW_PRIVS)),
    "tgkill": lambda: [low(2), (IF_EQUAL, 0, 1, SIGKILL), (RETURN, 0, 0, DENY), *_only(0, (PID_PLACEHOLDER,))],
    "sched_getaffinity": lambda: _only(0, (0,), ABSENT),  # libc asks it of its own threads, and takes "absent" for an answer
    "prlimit64": _own_limits_read,
    "clone": _thread_only,
}


def program(machine: Machine) -> list[Instruction]:
    """The whole filter: right processor, no x32 call, then a binary search over ranges of call numbers."""
    head: list[Instruction] = [
        (LOAD, 0, 0, ARCH_OFFSET),
        (IF_EQUAL, 1, 0, machine.audit_arch),
        (RETURN, 0, 0, KILL_PROCESS),
        (LOAD, 0, 0, NR_OFFSET),
    ]
    if machine.has_x32:
        head += [(IF_AT_LEAST, 0, 1, 0x40000000), (RETURN, 0, 0, KILL_PROCESS)]
    return head + _search(_ranges(machine))


Range = tuple[int, list[Instruction]]


def _ranges(machine: Machine) -> list[Range]:
    """(first number, what to do) in rising order, neighbours that do the same joined."""
    leaves: dict[int, list[Instruction]] = {}
    for word in ALLOWED_CALLS.split():
        name = word.rstrip("!")
        if name in machine.numbers:
            leaves[machine.numbers[name]] = _RULES[name]() if word.endswith("!") else [(RETURN, 0, 0, ALLOW)]
    ranges: list[Range] = []
    for number in range(FIRST_NEW_CALL + 1):
        otherwise = DENY if number < FIRST_NEW_CALL else ABSENT
        leaf = leaves.get(number, [(RETURN, 0, 0, otherwise)])
        if not ranges or ranges[-1][1] != leaf:
            ranges.append((number, leaf))
    return ranges


def _search(ranges: list[Range]) -> list[Instruction]:
    if len(ranges) == 1:
        return ranges[0][1]
    middle = len(ranges) // 2
    below, above = _search(ranges[:middle]), _search(ranges[middle:])
    pivot = ranges[middle][0]
    if len(below) <= 255:
        return [(IF_AT_LEAST, len(below), 0, pivot), *below, *above]
    return [(IF_AT_LEAST, 0, 1, pivot), (JUMP, 0, 0, len(below)), *below, *above]


def pack(instructions: list[Instruction]) -> bytes:
    """The program as the kernel's array of `struct sock_filter`."""
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in instructions)


def simulate(instructions: list[Instruction], nr: int, args: tuple[int, ...] = (), *, arch: int) -> int:
    """What the program answers for one call: for tests, also of machines that are not at hand."""
    words = [*args, *([0] * (6 - len(args)))]
    data = struct.pack("<IIQ6Q", nr, arch, 0, *[word & 0xFFFFFFFFFFFFFFFF for word in words])
    accumulator = position = 0
    while True:
        code, if_true, if_false, k = instructions[position]
        position += 1
        if code == RETURN:
            return k
        if code == LOAD:
            accumulator = struct.unpack_from("<I", data, k)[0]
        elif code == JUMP:
            position += k
        else:
            holds = {
                IF_EQUAL: accumulator == k,
                IF_GREATER: accumulator > k,
                IF_AT_LEAST: accumulator >= k,
                IF_ANY_BIT: bool(accumulator & k),
            }[code]
            position += if_true if holds else if_false
