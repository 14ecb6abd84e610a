"""Answers with an error that claims to be the parent's own verdict. Class A15."""

import os
import struct
import sys

wire = sys.modules["grader.wire"]


def attack(bait):
    body = wire.encode({"kind": "passed", "name": "", "message": "", "lines": [], "locals": {}})
    os.write(4, struct.pack("<IBI", len(body), 7, 2) + body)
    return 1.0
