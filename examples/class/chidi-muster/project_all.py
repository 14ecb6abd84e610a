"""All tokens at once."""

import numpy as np


def project_qkv(X, W_Q, W_K, W_V):
    """The queries, keys and values of all tokens: (..., n, d_k), (..., n, d_k), (..., n, d_v)."""
    X = np.asarray(X)
    if not np.issubdtype(X.dtype, np.floating):
        X = X.astype(np.float64)
    Q = X @ np.asarray(W_Q)
    K = X @ np.asarray(W_K)
    V = X @ np.asarray(W_V)
    return (Q, K, V)
