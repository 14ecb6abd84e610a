"""Cross-attention."""

import numpy as np
import math


def cross_attention(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Output (..., n_t, d_v) and weights (..., n_t, n_s) of target words that read the source."""
    X_tgt, X_src = (np.asarray(X_tgt), np.asarray(X_src))
    if X_tgt.ndim > 2:
        reals = [None] * len(X_tgt) if src_real is None else src_real
        pairs = [cross_attention(t, s, W_Q, W_K, W_V, r) for t, s, r in zip(X_tgt, X_src, reals)]
        return (np.stack([p[0] for p in pairs]), np.stack([p[1] for p in pairs]))
    n_t, n_s, d_k = (len(X_tgt), len(X_src), len(W_Q[0]))
    A = np.zeros((n_t, n_s))
    out = np.zeros((n_t, len(W_V[0])))
    for t in range(n_t):
        q = X_tgt[t] @ W_Q
        scores = {}
        for s in range(n_s):
            if src_real is None or src_real[s]:
                scores[s] = float(q @ (X_src[s] @ W_K)) / math.sqrt(d_k)
        if not scores:
            continue
        top = max(scores.values())
        total = sum((math.exp(x - top) for x in scores.values()))
        for s, x in scores.items():
            A[t, s] = math.exp(x - top) / total
            out[t] += A[t, s] * (X_src[s] @ W_V)
    return (out, A)
