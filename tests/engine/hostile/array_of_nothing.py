"""Answers with an array of 2**40 rows of no columns: no bytes, and a shape that goes on for ever. Class G130."""

import os
import struct

BODY = struct.pack("<BBBQQ", 0x61, 11, 2, 1 << 40, 0)


def attack(bait):
    os.write(4, struct.pack("<IBI", len(BODY), 6, 2) + BODY)
    return 1.0
