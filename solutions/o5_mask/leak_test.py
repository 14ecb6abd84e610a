"""A test for leaks: replace one token at a time, and see which outputs move."""

import numpy as np


def dependency(layer, n, d, rng, trials=3):
    """The bool table (n, n) that is True at [i, j] if output i changes when token j is replaced."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        before = layer(X.copy())
        for j in range(n):
            changed = X.copy()
            changed[j] = rng.standard_normal(d)
            moved = np.abs(layer(changed) - before) > 1e-9
            table[:, j] |= moved.any(axis=1)
    return table


def leaks(layer, n, d, rng):
    """Whether some output depends on a later token."""
    table = dependency(layer, n, d, rng)
    return np.triu(table, k=1).any()  # above the diagonal: j > i
