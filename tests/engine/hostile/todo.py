"""Is not written yet. Class F109."""


def attack(bait):
    raise NotImplementedError
