"""softmax(QKᵀ/√d_k)V."""

import math
import numpy as np
from o3_weights.softmax_rows import softmax_np


def sdpa(Q, K, V, allowed=None):
    """(output, attention matrix) of all queries: a row of output and a row of weights per query."""
    Q, K, V = map(np.asarray, (Q, K, V))
    scores = np.matmul(Q, np.moveaxis(K, -1, -2)) / math.sqrt(K.shape[-1])
    bias = np.zeros(scores.shape, dtype=scores.dtype)
    if allowed is not None:
        bias[np.broadcast_to(np.logical_not(allowed), scores.shape)] = -np.inf
    A = softmax_np(scores + bias)
    return (A @ V, A)
