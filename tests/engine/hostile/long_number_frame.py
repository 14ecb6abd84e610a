"""Answers with a number of 5000 digits, that a report could not print. Class C76."""

import os
import struct

NUMBER = (10**5000).to_bytes(2077, "little")
BODY = b"I" + struct.pack("<I", len(NUMBER)) + NUMBER


def attack(bait):
    os.write(4, struct.pack("<IBI", len(BODY), 6, 2) + BODY)
    return 1.0
