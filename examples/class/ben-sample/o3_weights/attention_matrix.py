"""softmax(QKᵀ/√d_k)V."""

import numpy as np
from o3_weights.softmax_rows import softmax_np


def sdpa(Q, K, V, allowed=None):
    """(output, attention matrix) of all queries: a row of output and a row of weights per query."""
    Q, K, V = (np.asarray(Q), np.asarray(K), np.asarray(V))
    scores = np.einsum("...qd,...kd->...qk", Q, K) * Q.shape[-1] ** (-0.5)
    if allowed is not None:
        scores = np.where(allowed, scores, float("-inf"))
    A = softmax_np(scores, axis=-1)
    return (np.einsum("...qk,...kv->...qv", A, V), A)
