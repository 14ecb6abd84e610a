"""Swaps its descriptors. Class G132."""

import os


def attack(bait):
    os.dup2(1, 4)
    return 1.0
