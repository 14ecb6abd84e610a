"""Announces a large frame and feeds it byte by byte. Class G127."""

import os
import struct
import time


def attack(bait):
    os.write(4, struct.pack("<IBI", 1 << 25, 6, 2))
    while True:
        os.write(4, b"x")
        time.sleep(0.01)
