"""softmax(QKᵀ/√d_k)V."""

import math
import numpy as np
from o3_weights.softmax_rows import softmax_np


def sdpa(Q, K, V, allowed=None):
    """(output, attention matrix) of all queries: a row of output and a row of weights per query."""
    Q, K, V = (np.asarray(Q), np.asarray(K), np.asarray(V))
    d_k = Q.shape[-1]
    scores = Q @ np.swapaxes(K, -1, -2) / math.sqrt(d_k)
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    A = softmax_np(scores)
    return (A @ V, A)
