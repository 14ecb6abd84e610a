"""Overwrites the interpreter's own objects. Class D86."""

import sys


def attack(bait):
    sys.modules["ctypes"].memset(id(None), 0xAA, 1 << 14)
    return None
