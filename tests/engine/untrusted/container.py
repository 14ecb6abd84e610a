"""A filter like that of a container, for tests: what Docker's default profile refuses to a process without more capabilities (x86-64)."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterable

from grader.untrusted import confine, seccomp

REFUSED = [
    101, 103, 135, 136, 139, 153, 155, 156, 159, 161, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179,
    180, 205, 211, 212, 214, 215, 237, 238, 239, 246, 248, 249, 250, 256, 272, 279, 298, 300, 303, 304, 305, 308, 310, 311, 312, 313, 320,
    321, 323, 425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442,
]  # fmt: skip
LANDLOCK = [444, 445, 446]
CLONE, CLONE3, NEW_NAMESPACES = 56, 435, 0x7E020000


def program(refused: Iterable[int], *, no_filters: bool = False) -> list[seccomp.Instruction]:
    """The filter: some calls refused, no namespaces by clone, and where wanted no further filter (prctl and seccomp)."""
    made: list[seccomp.Instruction] = [(seccomp.LOAD, 0, 0, seccomp.NR_OFFSET)]
    for number in refused:
        made += [(seccomp.IF_EQUAL, 0, 1, number), (seccomp.RETURN, 0, 0, seccomp.DENY)]
    made += [(seccomp.IF_EQUAL, 0, 1, CLONE3), (seccomp.RETURN, 0, 0, seccomp.ABSENT)]
    if no_filters:
        made += [(seccomp.IF_EQUAL, 0, 1, 317), (seccomp.RETURN, 0, 0, seccomp.DENY)]
        made += [(seccomp.IF_EQUAL, 0, 3, 157), seccomp.low(0), (seccomp.IF_EQUAL, 0, 1, 22), (seccomp.RETURN, 0, 0, seccomp.DENY)]
        made.append((seccomp.LOAD, 0, 0, seccomp.NR_OFFSET))
    made += [
        (seccomp.IF_EQUAL, 0, 3, CLONE),
        seccomp.low(0),
        (seccomp.IF_ANY_BIT, 0, 1, NEW_NAMESPACES),
        (seccomp.RETURN, 0, 0, seccomp.DENY),
    ]
    return [*made, (seccomp.RETURN, 0, 0, seccomp.ALLOW)]


def enter(refused: Iterable[int], *, no_filters: bool = False) -> None:
    """Puts this process, and all that it starts, under the filter for good."""
    made = program(refused, no_filters=no_filters)
    code = ctypes.create_string_buffer(seccomp.pack(made), 8 * len(made))
    confine.prctl(confine.PR_SET_NO_NEW_PRIVS, 1)
    head = struct.pack("HxxxxxxQ", len(made), ctypes.addressof(code))
    if ctypes.CDLL(None).prctl(confine.PR_SET_SECCOMP, ctypes.c_ulong(2), head, 0, 0) != 0:
        raise OSError("the filter of the container could not be loaded")
