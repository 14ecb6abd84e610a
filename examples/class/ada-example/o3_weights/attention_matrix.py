"""softmax(QKᵀ/√d_k)V."""

import math
import numpy as np


def sdpa(Q, K, V, allowed=None):
    """(output, attention matrix) of all queries: a row of output and a row of weights per query."""
    Q, K, V = (np.asarray(Q), np.asarray(K), np.asarray(V))
    dtype = np.float32 if Q.dtype == np.float32 else np.float64
    n_q, n_k = (Q.shape[-2], K.shape[-2])
    if allowed is None:
        allowed = np.ones((n_q, n_k), dtype=bool)
    allowed = np.broadcast_to(np.asarray(allowed), (*Q.shape[:-2], n_q, n_k))
    if Q.ndim > 2:
        pairs = [sdpa(q, k, v, a) for q, k, v, a in zip(Q, K, V, allowed)]
        return (np.stack([out for out, _ in pairs]), np.stack([A for _, A in pairs]))
    A = np.zeros((n_q, n_k), dtype=dtype)
    out = np.zeros((n_q, V.shape[1]), dtype=dtype)
    for i in range(n_q):
        scores = {
            j: float(np.dot(Q[i], K[j])) / math.sqrt(Q.shape[1])
            for j in range(n_k)
            if allowed[i, j]
        }
        if not scores:
            continue
        top = max(scores.values())
        total = sum((math.exp(s - top) for s in scores.values()))
        for j, s in scores.items():
            A[i, j] = math.exp(s - top) / total
            out[i] += A[i, j] * V[j]
    return (out, A)
