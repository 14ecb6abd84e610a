"""Closes the pipe that requests come on. Class G132."""

import os


def attack(bait):
    os.close(3)
    return 1.0
