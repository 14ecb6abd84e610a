"""Returns a dict that claims to hold everything. Class A3."""


class Everything(dict):
    def __eq__(self, other):
        return True

    def __getitem__(self, key):
        return 0

    def items(self):
        return []


def attack(bait):
    return Everything(a=1)
