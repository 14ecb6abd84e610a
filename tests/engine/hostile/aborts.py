"""Calls abort. Class A12."""

import os


def attack(bait):
    os.abort()
