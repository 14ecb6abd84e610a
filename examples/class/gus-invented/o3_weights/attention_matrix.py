"""softmax(QKᵀ/√d_k)V."""

import math
import numpy as np
from o3_weights.softmax_rows import softmax_np


def arrays(*parts):
    return [np.asarray(part) for part in parts]


def scaled(Q, K):
    return Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])


def sdpa(Q, K, V, allowed=None):
    """(output, attention matrix) of all queries: a row of output and a row of weights per query."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    A = softmax_np(scores, axis=-2)
    return (A @ V, A)
