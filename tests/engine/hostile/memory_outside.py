"""Takes memory that does not count as its own: memfd, shared memory, message queues, pipes. Class C66."""

import os
import sys

libc = sys.modules["ctypes"].CDLL(None)


def attack(bait):
    found = [
        libc.syscall(319, b"x", 0),
        libc.syscall(29, 0, 1 << 30, 0o1600),
        libc.syscall(68, 0, 0o1600),
        libc.syscall(240, b"/x", 66, 0, 0),
    ]
    try:
        found.append(os.pipe())
    except OSError:
        pass
    return found
