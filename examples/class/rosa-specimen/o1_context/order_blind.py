"""Is this layer blind to word order?"""

import numpy as np


def is_permutation_equivariant(layer, X, rng, trials=8, tol=1e-08):
    """Whether shuffling the rows of X only shuffles the rows of layer(X), tried on `trials` random orders."""
    n = len(X)
    Y = layer(X.copy())
    if len(Y) != n:
        return False
    for _ in range(trials):
        step = int(rng.integers(0, n))
        if np.abs(layer(np.roll(X, step, axis=0)) - np.roll(Y, step, axis=0)).max() > tol:
            return False
    return True
