"""All tokens at once."""

import numpy as np


def as_float(x):
    x = np.asarray(x)
    return x if x.dtype.kind == "f" else x.astype(np.float64)


def project_qkv(X, W_Q, W_K, W_V):
    """The queries, keys and values of all tokens: (..., n, d_k), (..., n, d_k), (..., n, d_v)."""
    X = as_float(X)
    rows = X.reshape(-1, X.shape[-1])
    result = []
    for W in [as_float(W_Q), as_float(W_K), as_float(W_V)]:
        table = np.empty((len(rows), W.shape[1]), dtype=X.dtype)
        for i, row in enumerate(rows):
            for j in range(W.shape[1]):
                table[i, j] = sum(row * W[:, j])
        result.append(table.reshape(X.shape[:-1] + (W.shape[1],)))
    return tuple(result)
