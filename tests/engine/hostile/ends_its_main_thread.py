"""Ends the thread that answers, and goes on burning CPU time in another: what is left has no main thread. Class C64."""

import sys
import threading

libc = sys.modules["ctypes"].CDLL(None)


def spin():
    while True:
        pass


def attack(bait):
    threading.Thread(target=spin, daemon=True).start()
    return libc.syscall(60, 0)
