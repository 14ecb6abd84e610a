"""Returns a list of two million numbers. Class C73."""


def attack(bait):
    return [1.0] * 2_000_000
