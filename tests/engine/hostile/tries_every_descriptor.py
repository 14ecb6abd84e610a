"""Looks for descriptors that were inherited. Class B47."""

import os


def attack(bait):
    found = []
    for number in range(1024):
        try:
            os.get_inheritable(number)
            found.append(number)
        except OSError:
            pass
    return found
