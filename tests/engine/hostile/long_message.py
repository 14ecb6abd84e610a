"""Raises an exception with a message of 50 MB. Class C74."""


def attack(bait):
    raise ValueError("x" * 50_000_000)
