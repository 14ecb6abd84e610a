"""Writes half a frame and ends. Class G127."""

import os
import struct


def attack(bait):
    os.write(4, struct.pack("<IBI", 1000, 6, 2) + b"half")
    os._exit(0)
