"""Returns a number of a million digits. Class C76."""


def attack(bait):
    return 1 << 4_000_000
