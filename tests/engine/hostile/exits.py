"""Leaves by sys.exit(0). Class A11."""

import sys


def attack(bait):
    sys.exit(0)
