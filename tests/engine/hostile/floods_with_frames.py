"""Writes whole frames without end. Class G127."""

import os
import struct


def attack(bait):
    frames = (struct.pack("<IBI", 1, 6, 999_999) + b"N") * 1000
    while True:
        os.write(4, frames)
