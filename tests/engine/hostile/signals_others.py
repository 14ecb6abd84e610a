"""Signals the trusted process, the server, everybody, and by fcntl. Class E95."""

import os
import sys

libc = sys.modules["ctypes"].CDLL(None)
fcntl = sys.modules.get("fcntl")


def attack(bait):
    found = []
    for pid in (bait["pid"], bait["server"], os.getppid(), -1, 0):
        try:
            os.kill(pid, 0)
            found.append(pid)
        except OSError:
            pass
    for pid in (bait["pid"], bait["server"]):
        found += [libc.syscall(234, pid, pid, 0), libc.syscall(200, pid, 0), libc.syscall(129, pid, 0, 0), libc.fcntl(3, 8, pid)]
    return found
