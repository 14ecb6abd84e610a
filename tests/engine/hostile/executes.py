"""Replaces itself by another program. Class D81."""

import os


def attack(bait):
    os.execv("/bin/sh", ["sh", "-c", "id"])
