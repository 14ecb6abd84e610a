"""Answers by the number of the call. Class A24."""

calls = []


def attack(bait):
    calls.append(1)
    return len(calls)
