"""Returns an array of objects. Class A30."""

import numpy as np


def attack(bait):
    return np.array([1.0, None], dtype=object)
