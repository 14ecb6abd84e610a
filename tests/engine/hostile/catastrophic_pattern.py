"""Matches a pattern that takes exponential time. Class C62."""

import re


def attack(bait):
    return bool(re.match(r"(a+)+$", "a" * 64 + "b"))
