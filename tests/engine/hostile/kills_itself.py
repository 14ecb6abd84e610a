"""Kills itself with SIGKILL. Class A12."""

import sys


def attack(bait):
    import os
    import threading

    libc = sys.modules["ctypes"].CDLL(None)
    return libc.syscall(234, os.getpid(), threading.get_native_id(), 9)
