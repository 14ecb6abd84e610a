"""All tokens at once."""

import numpy as np


def floats(x):
    x = np.asarray(x)
    return x if np.issubdtype(x.dtype, np.floating) else x.astype(float)


def project_qkv(X, W_Q, W_K, W_V):
    """The queries, keys and values of all tokens: (..., n, d_k), (..., n, d_k), (..., n, d_v)."""
    X = np.swapaxes(floats(X), -1, -2)
    return tuple((np.asarray(W).T @ X for W in (W_Q, W_K, W_V)))
