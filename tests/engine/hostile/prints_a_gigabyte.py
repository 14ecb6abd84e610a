"""Prints 1 GB. Class C70."""


def attack(bait):
    line = "x" * (1 << 20)
    for _ in range(1024):
        print(line)
    return 1.0
