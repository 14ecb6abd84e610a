"""Is this layer blind to word order?

A layer takes a table with one row per token and gives a table with one row per token. It is blind to order (permutation
equivariant) if shuffling the input rows shuffles the output rows in the same way and changes nothing else: every token keeps its new
vector and only stands somewhere else. Attention without a mask and without position information is blind like this. Write the test
that finds out, for any layer.

    layer(X[p]) equals layer(X)[p]      for every order p of the rows

    is_permutation_equivariant(lambda X: 2 * X, np.eye(2), np.random.default_rng(0))  ->  True
    is_permutation_equivariant(lambda X: np.cumsum(X, axis=0), np.eye(3), np.random.default_rng(0))  ->  False

Good to know
- X is an array (n, d) of floats, and layer a function (n, d) -> (n, d_out). You cannot look inside the layer, only call it.
- Try `trials` random orders, all drawn from the rng you are given (a numpy.random.Generator): the same rng state tries the same orders.
- "Equals" means that no entry differs by more than tol. (np.allclose also allows a relative error, unless you say rtol=0.)
- If the layer does not return one row per token, the answer is False, not an error. A lone token (n = 1) has no
  other order: True, if the layer gives one row for it.
- A layer may overwrite the array you hand it: give it a fresh copy each time. X itself stays as it is.
- Return True or False (bool or np.bool_). numpy is yours to use; torch, scipy and jax are not.
"""

import numpy as np


def is_permutation_equivariant(layer, X, rng, trials=8, tol=1e-8):
    """Whether shuffling the rows of X only shuffles the rows of layer(X), tried on `trials` random orders."""
    # TODO: p = rng.permutation(n) is a random order, and X[p] the table shuffled by it.
    raise NotImplementedError
