"""Is this layer blind to word order?"""

import numpy as np


def is_permutation_equivariant(layer, X, rng, trials=8, tol=1e-08):
    """Whether shuffling the rows of X only shuffles the rows of layer(X), tried on `trials` random orders."""
    original = layer(np.array(X, dtype=float))
    if original.ndim != 2 or original.shape[0] != X.shape[0]:
        return np.bool_(False)
    largest = 0.0
    for _ in range(trials):
        order = np.argsort(rng.random(len(X)))
        back = np.argsort(order)
        result = layer(np.take(X, order, axis=0))
        if result.shape != original.shape:
            return np.bool_(False)
        largest = max(largest, np.max(np.abs(result[back] - original)))
    return np.bool_(largest <= tol)
