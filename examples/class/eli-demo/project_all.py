"""All tokens at once."""

import numpy as np


def project_qkv(X, W_Q, W_K, W_V):
    """The queries, keys and values of all tokens: (..., n, d_k), (..., n, d_k), (..., n, d_v)."""
    X = np.array(X)
    if X.dtype not in (np.float32, np.float64):
        X = X.astype(float)
    Q = np.tensordot(X, np.array(W_Q), axes=1)
    K = np.tensordot(X, np.array(W_K), axes=1)
    V = np.tensordot(X, np.array(W_V), axes=([-1], [0]))
    return (Q, K, V)
