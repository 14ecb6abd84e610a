"""Multi-head attention."""

import numpy as np
from o3_weights.attention_matrix import sdpa


def arrays(*values):
    return [np.asarray(value) for value in values]


def multi_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Output (..., n_q, d) and weights (..., h, n_q, n_k) of attention in h heads."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    if X_q.shape[-1] % h:
        raise ValueError
    Q, K, V = (
        M.reshape(*M.shape[:-2], h, M.shape[-2], -1) for M in (X_q @ W_Q, X_kv @ W_K, X_kv @ W_V)
    )
    out, A = sdpa(Q, K, V, allowed)
    return (out.reshape(X_q.shape) @ W_O, A)
