"""Says hello again, with better layers. Class A15."""

import os
import struct
import sys

wire = sys.modules["grader.wire"]


def attack(bait):
    body = wire.encode({"seccomp": "no-fs", "outer": "bubblewrap"})
    os.write(4, struct.pack("<IBI", len(body), 1, 0) + body)
    return 1.0
