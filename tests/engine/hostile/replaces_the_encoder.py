"""Replaces the functions that the child answers with. Class A16."""

import sys

wire = sys.modules["grader.wire"]
real = wire.encode
wire.encode = lambda value, **more: real(value if isinstance(value, (dict, tuple)) else 0.0, **more)


def attack(bait):
    return 1.0
