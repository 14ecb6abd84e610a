"""Multi-head attention."""

import numpy as np
from o3_weights.attention_matrix import sdpa
from o7_heads.split_and_join import join_heads, split_heads


def multi_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Output (..., n_q, d) and weights (..., h, n_q, n_k) of attention in h heads."""
    X_q, X_kv = (np.asarray(X_q), np.asarray(X_kv))
    Q = split_heads(X_q @ np.asarray(W_Q), h)
    K = split_heads(X_kv @ np.asarray(W_K), h)
    V = split_heads(X_kv @ np.asarray(W_V), h)
    output, A = sdpa(Q, K, V, allowed)
    return (join_heads(output) @ np.asarray(W_O), A)
