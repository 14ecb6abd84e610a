"""Answers with an array of a dtype that there is none of, where objects or records could hide. Class G130."""

import os
import struct

BODY = struct.pack("<BBBQQ", 0x61, 99, 1, 1, 0)


def attack(bait):
    os.write(4, struct.pack("<IBI", len(BODY), 6, 2) + BODY)
    return 1.0
