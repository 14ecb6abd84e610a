"""Returns an object that equals everything. Class A1."""


class Always:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = None


def attack(bait):
    return Always()
