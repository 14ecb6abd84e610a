"""Leaves shared memory, queues, semaphores and abstract sockets for the next submission. Class E99."""

import sys

libc = sys.modules["ctypes"].CDLL(None)
socket = sys.modules["socket"]


def attack(bait):
    found = [libc.syscall(29, 4711, 4096, 0o1666), libc.syscall(68, 4711, 0o1666), libc.syscall(64, 4711, 1, 0o1666)]
    try:
        socket.socket(socket.AF_UNIX).bind("\0mailbox")
        found.append("bound")
    except OSError:
        pass
    return found
