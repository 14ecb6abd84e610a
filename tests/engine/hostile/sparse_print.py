"""Moves far ahead in the file that its prints go to, and writes there. Class C70."""

import os


def attack(bait):
    os.lseek(1, 1 << 40, os.SEEK_SET)
    return os.write(1, b"far away")
