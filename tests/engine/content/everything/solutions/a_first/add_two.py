"""add_two."""

import numpy as np  # lint: forbidden-import


def add_two(a, c):  # lint: stub-solution
    """What it gives."""
    return np.add(a, c)
