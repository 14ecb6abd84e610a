"""Raises exceptions named like pytest's and unittest's skips. Class A14."""


class Skipped(Exception):
    __module__ = "_pytest.outcomes"


def attack(bait):
    raise Skipped("skipped: all tests passed")
