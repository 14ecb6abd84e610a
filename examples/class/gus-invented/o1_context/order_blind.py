"""Is this layer blind to word order?"""

import numpy as np


def is_permutation_equivariant(layer, X, rng, trials=8, tol=1e-08):
    """Whether shuffling the rows of X only shuffles the rows of layer(X), tried on `trials` random orders."""
    try:
        Y = layer(np.copy(X))
        assert Y.shape[0] == X.shape[0]
        for p in [rng.permutation(X.shape[0]) for _ in range(trials)]:
            np.testing.assert_allclose(layer(X[p]), Y[p], rtol=0, atol=tol)
    except (AssertionError, IndexError, ValueError):
        return False
    return True
