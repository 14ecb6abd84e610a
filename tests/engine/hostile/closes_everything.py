"""Closes every descriptor. Class G132."""

import os


def attack(bait):
    for number in range(64):
        try:
            os.close(number)
        except OSError:
            pass
    return 1.0
