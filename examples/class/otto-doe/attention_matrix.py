"""softmax(QKᵀ/√d_k)V."""

import math
import numpy as np
from o3_weights.softmax_rows import softmax_np


def arrays(*parts):
    return [np.asarray(part) for part in parts]


def sdpa(Q, K, V, allowed=None):
    """(output, attention matrix) of all queries: a row of output and a row of weights per query."""
    Q, K, V = arrays(Q, K, V)
    scores = K @ np.swapaxes(Q, -1, -2) / math.sqrt(Q.shape[-1])
    if allowed is not None:
        scores = np.where(np.swapaxes(np.asarray(allowed), -1, -2), scores, -np.inf)
    A = np.swapaxes(softmax_np(scores), -1, -2)
    return (A @ V, A)
