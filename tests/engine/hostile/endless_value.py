"""Returns a list that holds itself. Class G128."""


def attack(bait):
    value = []
    value += [value, value]
    return value
