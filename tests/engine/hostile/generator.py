"""Yields where it should return. Class F109."""


def attack(bait):
    yield 1.0
    yield 2.0
