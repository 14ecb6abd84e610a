"""Returns an array of 80 MB. Class C73."""

import numpy as np


def attack(bait):
    return np.zeros(10_000_000)
