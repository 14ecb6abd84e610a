"""softmax(QKᵀ/√d_k)V."""

import numpy as np
from o3_weights.softmax_rows import softmax_np


def arrays(*parts):
    return [np.asarray(part) for part in parts]


def finish(scores, V, allowed):
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    A = softmax_np(scores)
    return (A @ V, A)


def sdpa(Q, K, V, allowed=None):
    """(output, attention matrix) of all queries: a row of output and a row of weights per query."""
    Q, K, V = arrays(Q, K, V)
    return finish(Q @ np.swapaxes(K, -1, -2) / Q.shape[-1], V, allowed)
