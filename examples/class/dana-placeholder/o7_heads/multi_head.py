"""Multi-head attention."""

import numpy as np
import math


def multi_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Output (..., n_q, d) and weights (..., h, n_q, n_k) of attention in h heads."""
    X_q, X_kv = (np.asarray(X_q, float), np.asarray(X_kv, float))
    if X_q.ndim > 2:
        results = [multi_head(a, b, W_Q, W_K, W_V, W_O, h, allowed) for a, b in zip(X_q, X_kv)]
        return (np.array([r[0] for r in results]), np.array([r[1] for r in results]))
    d = X_q.shape[1]
    if d % h:
        raise ValueError
    Q, K, V = (X_q @ np.asarray(W_Q), X_kv @ np.asarray(W_K), X_kv @ np.asarray(W_V))
    A = np.zeros((h, len(X_q), len(X_kv)))
    may = np.broadcast_to(True if allowed is None else allowed, A.shape)
    joined = np.zeros((len(X_q), d))
    size = d // h
    for head in range(h):
        for i in range(len(X_q)):
            js = [j for j in range(len(X_kv)) if may[head, i, j]]
            if not js:
                continue
            q = Q[i, head * size : (head + 1) * size]
            s = np.array([q @ K[j, head * size : (head + 1) * size] for j in js]) / math.sqrt(size)
            w = np.exp(s - s.max())
            w = w / w.sum()
            A[head, i, js] = w
            for weight, j in zip(w, js):
                joined[i, head * size : (head + 1) * size] += (
                    weight * V[j, head * size : (head + 1) * size]
                )
    return (joined @ np.asarray(W_O), A)
