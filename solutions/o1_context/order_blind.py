"""Is this layer blind to word order? Shuffle the rows, and see whether anything but the order of the results changes."""

import numpy as np


def is_permutation_equivariant(layer, X, rng, trials=8, tol=1e-8):
    """Whether shuffling the rows of X only shuffles the rows of layer(X), tried on `trials` random orders."""
    n = len(X)
    Y = layer(X.copy())  # a copy: the layer may write into what it is given
    if len(Y) != n:
        return False
    for _ in range(trials):
        p = rng.permutation(n)
        shuffled = layer(X[p])  # X[p] is a new array already
        if shuffled.shape != Y.shape or np.abs(shuffled - Y[p]).max() > tol:
            return False
    return True
