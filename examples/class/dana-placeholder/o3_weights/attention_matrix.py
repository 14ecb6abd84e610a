"""softmax(QKᵀ/√d_k)V."""

import numpy as np


def sdpa(Q, K, V, allowed=None):
    """(output, attention matrix) of all queries: a row of output and a row of weights per query."""
    Q, K, V = (np.asarray(Q), np.asarray(K), np.asarray(V))
    scores = np.einsum("...id,...jd->...ij", Q, K) / float(Q.shape[-1]) ** 0.5
    blocked = np.zeros(scores.shape, dtype=bool)
    if allowed is not None:
        blocked |= ~np.asarray(allowed)
    table = np.ma.array(scores, mask=blocked)
    powers = np.ma.exp(table - table.max(axis=-1, keepdims=True))
    A = (powers / powers.sum(axis=-1, keepdims=True)).filled(0).astype(scores.dtype)
    return (A @ V, A)
