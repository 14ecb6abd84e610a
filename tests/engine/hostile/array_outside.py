"""Answers with an array that points outside its frame: four numbers, and the bytes of one. Class G130."""

import os
import struct

BODY = struct.pack("<BBBQd", 0x61, 11, 1, 4, 1.0)


def attack(bait):
    os.write(4, struct.pack("<IBI", len(BODY), 6, 2) + BODY)
    return 1.0
