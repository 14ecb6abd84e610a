"""Returns an array of records. Classes A30, G130."""

import numpy as np


def attack(bait):
    return np.zeros(2, dtype=[("value", "f8"), ("anything", "O")])
