"""Writes a reply frame of its own, for a request that was never made. Class A15."""

import os
import struct


def attack(bait):
    os.write(4, struct.pack("<IBI", 1, 6, 999_999) + b"T")
    return 1.0
