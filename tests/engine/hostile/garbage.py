"""Writes noise. Class G127."""

import os
import struct


def attack(bait):
    os.write(4, bytes(range(255, 0, -1)) * 8)
    return 1.0
