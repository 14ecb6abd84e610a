"""Returns long doubles, whose comparisons round differently. Class A30."""

import numpy as np


def attack(bait):
    return np.ones(3, dtype=np.longdouble)
