"""Returns arrays whose comparison with anything is all true, because there is nothing to compare. Class A28."""

import numpy as np


def attack(bait):
    return [np.zeros((0, 5)), np.array(1.0), np.zeros((1, 1))]
