"""softmax(QKᵀ/√d_k)V."""

import numpy as np
from o3_weights.softmax_rows import softmax_np


def arrays(*parts):
    return [np.asarray(part) for part in parts]


def sdpa(Q, K, V, allowed=None):
    """(output, attention matrix) of all queries: a row of output and a row of weights per query."""
    Q, K, V = arrays(Q, K, V)
    scores = np.einsum("...qd,...kd->...qk", Q, K)
    if allowed is not None:
        scores = np.where(np.asarray(allowed), scores, -np.inf)
    weights = softmax_np(scores)
    return (np.einsum("...qk,...kv->...qv", weights, V), weights)
