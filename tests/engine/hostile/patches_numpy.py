"""Replaces numpy's comparisons. Class A5."""

import numpy as np

np.allclose = np.array_equal = np.isclose = lambda *args, **kwargs: True
np.testing.assert_allclose = np.testing.assert_array_equal = lambda *args, **kwargs: None


def attack(bait):
    return np.zeros(2)
