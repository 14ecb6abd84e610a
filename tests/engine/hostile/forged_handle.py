"""Asks for a function that it was never given. Class G133."""

import os
import struct
import sys

wire = sys.modules["grader.wire"]


def attack(bait):
    body = wire.encode((12345, (), {}))
    os.write(4, struct.pack("<IBI", len(body), 4, 70_000) + body)
    return 1.0
