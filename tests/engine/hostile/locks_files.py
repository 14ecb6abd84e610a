"""Takes locks and leases on shared files. Class E104."""

import sys

libc = sys.modules["ctypes"].CDLL(None)


def attack(bait):
    return [libc.flock(1, 2), libc.fcntl(1, 1024, 1), libc.lockf(1, 1, 0)]
