"""Is this layer blind to word order?"""

import numpy as np


def is_permutation_equivariant(layer, X, rng, trials=8, tol=1e-08):
    """Whether shuffling the rows of X only shuffles the rows of layer(X), tried on `trials` random orders."""
    Y = np.asarray(layer(X.copy()))
    n = X.shape[0]
    return Y.shape[0] == n and all(
        (
            np.allclose(layer(X[p].copy()), Y[p], rtol=0, atol=tol)
            for p in (rng.permutation(n) for _ in range(trials))
        )
    )
