"""Reads address 0. Class A12."""

import sys


def attack(bait):
    sys.modules["ctypes"].string_at(0)
