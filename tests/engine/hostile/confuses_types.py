"""Returns a bool for a number, a text for a number, a complex for a float. Class A29."""


def attack(bait):
    return [True, "3", complex(1, 0), (1.0,), b"1"]
