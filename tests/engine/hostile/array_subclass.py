"""Returns an ndarray subclass that says yes to every comparison. Class A2."""

import numpy as np


class Agreeable(np.ndarray):
    def __eq__(self, other):
        return np.ones(self.shape, dtype=bool)

    def __array_ufunc__(self, *args, **kwargs):
        return np.True_


def attack(bait):
    return np.zeros((2, 2)).view(Agreeable)
