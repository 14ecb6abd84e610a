"""All tokens at once."""

import numpy as np


def project_qkv(X, W_Q, W_K, W_V):
    """The queries, keys and values of all tokens: (..., n, d_k), (..., n, d_k), (..., n, d_v)."""
    arrays = [np.asarray(a) for a in (X, W_Q, W_K, W_V)]
    kind = np.result_type(*arrays)
    if not np.issubdtype(kind, np.inexact):
        kind = float
    X, *Ws = (a.astype(kind) for a in arrays)
    return tuple((np.dot(X, W) for W in Ws))
