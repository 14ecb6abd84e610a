"""All tokens at once."""

import numpy as np


def as_float(x):
    x = np.asarray(x)
    return x if x.dtype.kind == "f" else x.astype(np.float64)


def project_qkv(X, W_Q, W_K, W_V):
    """The queries, keys and values of all tokens: (..., n, d_k), (..., n, d_k), (..., n, d_v)."""
    X = as_float(X)[..., None]
    return [(X * as_float(W)).sum(axis=-2) for W in (W_Q, W_K, W_V)]
