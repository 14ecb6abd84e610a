"""Ptrace, process_vm_readv, pidfd_open, pidfd_getfd and kcmp on the trusted process. Class B46."""

import sys

ctypes = sys.modules["ctypes"]
libc = ctypes.CDLL(None)


def attack(bait):
    pid = bait["pid"]
    buffer = ctypes.create_string_buffer(64)
    calls = [(101, 16, pid, 0, 0), (310, pid, buffer, 1, buffer, 1, 0), (434, pid, 0), (438, 3, 0, 0), (312, pid, pid, 0, 0, 0)]
    return [libc.syscall(*call) for call in calls]
