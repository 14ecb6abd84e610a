"""Writes to descriptor 1 without end. Class C70."""

import os


def attack(bait):
    block = b"x" * (1 << 16)
    while True:
        os.write(1, block)
