"""Is this layer blind to word order?"""

import numpy as np


def is_permutation_equivariant(layer, X, rng, trials=8, tol=1e-08):
    """Whether shuffling the rows of X only shuffles the rows of layer(X), tried on `trials` random orders."""
    n = len(X)
    Y = layer(X.copy()).tolist()
    if len(Y) != n:
        return False
    verdict = True
    for _ in range(trials):
        order = list(range(n))
        rng.shuffle(order)
        shuffled = np.zeros_like(X)
        for i, j in enumerate(order):
            shuffled[i] = X[j]
        Z = layer(shuffled).tolist()
        for i, j in enumerate(order):
            for a, b in zip(Z[i], Y[j]):
                if abs(a - b) > tol:
                    verdict = False
    return verdict
