"""Leaves by sys.exit(0) while it is loaded. Class A11."""

import sys

sys.exit(0)


def attack(bait):
    return 1.0
