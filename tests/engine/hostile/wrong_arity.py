"""Takes no argument. Class F109."""


def attack():
    return 1.0
