"""Raises GeneratorExit. Class A13."""


def attack(bait):
    raise GeneratorExit
