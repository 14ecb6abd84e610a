"""All tokens at once."""

import numpy as np


def as_float(x):
    x = np.asarray(x)
    return x if x.dtype.kind == "f" else x.astype(np.float64)


def project_qkv(X, W_Q, W_K, W_V):
    """The queries, keys and values of all tokens: (..., n, d_k), (..., n, d_k), (..., n, d_v)."""
    W_Q, W_K, W_V = (as_float(W_Q), as_float(W_K), as_float(W_V))
    d_k = W_Q.shape[1]
    QKV = as_float(X) @ np.concatenate([W_Q, W_K, W_V], axis=1)
    return np.split(QKV, [d_k, 2 * d_k], axis=-1)
