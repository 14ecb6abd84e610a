"""Answers with a hundred thousand nested lists. Class G128."""

import os
import struct

BODY = (b"l" + struct.pack("<I", 1)) * 100_000


def attack(bait):
    os.write(4, struct.pack("<IBI", len(BODY), 6, 2) + BODY)
    return 1.0
