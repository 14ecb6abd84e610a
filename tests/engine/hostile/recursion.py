"""Recurses without end. Class C72."""


def attack(bait):
    return attack(bait)
