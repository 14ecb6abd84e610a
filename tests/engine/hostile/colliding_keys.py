"""Returns a dict whose keys all have the same hash. Class G129."""


def attack(bait):
    return {n * (2**61 - 1): None for n in range(30_000)}
