"""Duplicates descriptors without end. Class C71."""

import os


def attack(bait):
    while True:
        os.dup(0)
