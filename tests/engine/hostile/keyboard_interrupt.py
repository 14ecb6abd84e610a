"""Raises KeyboardInterrupt. Class A13."""


def attack(bait):
    raise KeyboardInterrupt
