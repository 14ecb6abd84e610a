"""Causal attention, also for a few new tokens."""

import numpy as np
import math


def causal_mask(n_q, n_k=None):
    """The bool array (n_q, n_k) that is True where a query may look; the queries are the last n_q of n_k positions."""
    if n_k is None:
        n_k = n_q
    rows = []
    for i in range(n_q):
        row = []
        for j in range(n_k):
            if j <= i + n_k - n_q:
                row.append(True)
            else:
                row.append(False)
        rows.append(row)
    return np.array(rows)


def causal_attention(Q, K, V):
    """Output (..., n_q, d_v) and weights (..., n_q, n_k) of attention in which no query sees a later key."""
    Q, K, V = (np.array(Q), np.array(K), np.array(V))
    if Q.ndim > 2:
        results = [causal_attention(q, k, v) for q, k, v in zip(Q, K, V)]
        return (np.array([r[0] for r in results]), np.array([r[1] for r in results]))
    kind = Q.dtype if Q.dtype.kind == "f" else float
    A = np.zeros((len(Q), len(K)), dtype=kind)
    out = np.zeros((len(Q), V.shape[1]), dtype=kind)
    for i in range(len(Q)):
        end = i + len(K) - len(Q) + 1
        if end <= 0:
            continue
        s = np.array([np.dot(Q[i], K[j]) / math.sqrt(len(Q[i])) for j in range(end)])
        e = np.exp(s - max(s))
        A[i, :end] = e / sum(e)
        for j in range(end):
            out[i] += A[i, j] * V[j]
    return (out, A)
