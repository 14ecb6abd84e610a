"""Computes a huge power in C, where no Python signal handler runs. Class C62."""


def attack(bait):
    return 3 ** (10**9) % 7
