"""Answers the right request with a kind of frame that there is none of. Class G127."""

import os
import struct


def attack(bait):
    os.write(4, struct.pack("<IBI", 1, 200, 2) + b"T")
    return 1.0
