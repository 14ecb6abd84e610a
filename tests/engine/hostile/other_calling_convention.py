"""Makes an x32 system call, which the table does not know. Class D85."""

import sys


def attack(bait):
    return sys.modules["ctypes"].CDLL(None).syscall(0x40000000 | 39)
