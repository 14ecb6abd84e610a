"""Returns a list nested a hundred thousand times. Class G128."""


def attack(bait):
    value = []
    for _ in range(100_000):
        value = [value]
    return value
