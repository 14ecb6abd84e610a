"""Announces a frame of 4 GB. Class G127."""

import os
import struct


def attack(bait):
    os.write(4, struct.pack("<IBI", 0xFFFFFFFF, 6, 2))
    return 1.0
