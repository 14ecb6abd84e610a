"""Is this layer blind to word order?"""

import numpy as np


def is_permutation_equivariant(layer, X, rng, trials=8, tol=1e-08):
    """Whether shuffling the rows of X only shuffles the rows of layer(X), tried on `trials` random orders."""
    n = len(X)
    Y = layer(X.copy())
    if len(Y) != n:
        return False
    for _ in range(trials):
        p = rng.permutation(n)
        shuffled = layer(X[p])
        if shuffled.shape != Y.shape or np.abs(shuffled - Y[p]).max() > tol:
            return False
    return True
