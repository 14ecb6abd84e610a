"""Asks for 8 GB at once. Class C65."""


def attack(bait):
    return len(bytearray(8 << 30))
