"""Changes its user, groups and capabilities. Class D82."""

import os
import sys

libc = sys.modules["ctypes"].CDLL(None)


def attack(bait):
    found = []
    for change in (lambda: os.setuid(0), lambda: os.setgid(0), lambda: os.setgroups([0]), lambda: os.setresuid(0, 0, 0)):
        try:
            change()
            found.append("changed")
        except OSError:
            pass
    return [*found, libc.syscall(126, bytes(8), bytes(24))]
