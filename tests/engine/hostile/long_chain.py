"""Raises an exception with a chain of ten thousand causes. Class C74."""


def attack(bait):
    error = ValueError("first")
    for number in range(10_000):
        try:
            raise ValueError(str(number)) from error
        except ValueError as caught:
            error = caught
    raise error
