"""Returns a float whose comparisons lie. Class A3."""


class Number(float):
    def __eq__(self, other):
        return True

    def __sub__(self, other):
        return 0.0

    __hash__ = float.__hash__


def attack(bait):
    return [Number(3.0)]
