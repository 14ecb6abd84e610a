"""Is this layer blind to word order?"""

import numpy as np


def is_permutation_equivariant(layer, X, rng, trials=8, tol=1e-08):
    """Whether shuffling the rows of X only shuffles the rows of layer(X), tried on `trials` random orders."""
    Y = layer(X.copy())
    if len(Y) != len(X):
        return False
    for _ in range(trials):
        Z = layer(X[rng.permutation(len(X))])
        if Z.shape != Y.shape or np.abs(Z - Y).max() > tol:
            return False
    return True
