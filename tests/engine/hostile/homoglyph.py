"""Defines its function in letters that Python normalises. Class F110."""


def 𝖆ttack(bait):
    return 1.0
