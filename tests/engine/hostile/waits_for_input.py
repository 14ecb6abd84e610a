"""Reads from the request pipe that the child itself reads from. Class C61."""

import os


def attack(bait):
    return os.read(3, 10)
