"""Looks for checks and solutions next to itself and above. Class B41."""

import os


def attack(bait):
    found = []
    for folder in ("..", "../..", "checks", "/srv", "/home", "/root", "/tmp", os.path.dirname(bait["path"])):
        try:
            found += os.listdir(folder)
        except OSError:
            pass
    return found
