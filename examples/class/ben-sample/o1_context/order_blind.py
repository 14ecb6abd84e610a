"""Is this layer blind to word order?"""

import numpy as np


def is_permutation_equivariant(layer, X, rng, trials=8, tol=1e-08):
    """Whether shuffling the rows of X only shuffles the rows of layer(X), tried on `trials` random orders."""
    n = len(X)
    for _ in range(trials):
        P = np.eye(n)[rng.permutation(n)]
        left = layer(P @ X)
        right = layer(X.copy())
        if left.shape[0] != n or right.shape[0] != n:
            return False
        if not (abs(left - P @ right) <= tol).all():
            return False
    return True
