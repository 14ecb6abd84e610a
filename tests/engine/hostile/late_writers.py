"""Leaves atexit, __del__ and weakref callbacks that write replies. Class A38."""

import os
import struct
import sys
import weakref

atexit = sys.modules["atexit"]


class Late:
    def __del__(self):
        os.write(4, struct.pack("<IBI", 1, 6, 3) + b"T")


keep = Late()
weakref.finalize(keep, os.write, 4, b"late")
atexit.register(os.write, 4, b"late")


def attack(bait):
    return 1.0
