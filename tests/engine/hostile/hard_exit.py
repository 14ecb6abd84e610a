"""Leaves by os._exit(0). Class A12."""

import os


def attack(bait):
    os._exit(0)
