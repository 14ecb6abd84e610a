"""Returns an object that turns into whatever it is asked to be. Class A4."""

import numpy as np


class Chameleon:
    def __array__(self, *args, **kwargs):
        return np.ones(3)

    def __float__(self):
        return 1.0

    def __len__(self):
        return 3

    def __iter__(self):
        return iter([1.0, 1.0, 1.0])


def attack(bait):
    return Chameleon()
