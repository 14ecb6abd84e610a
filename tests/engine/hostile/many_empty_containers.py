"""Returns three hundred thousand empty sets. Class G128."""


def attack(bait):
    return [set() for _ in range(300_000)]
