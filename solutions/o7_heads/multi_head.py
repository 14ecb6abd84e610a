"""Multi-head attention: project, split, attend in every head, join, mix."""

import numpy as np
from o3_weights.attention_matrix import sdpa
from o7_heads.split_and_join import join_heads, split_heads


def multi_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Output (..., n_q, d) and weights (..., h, n_q, n_k) of attention in h heads."""
    Q = split_heads(X_q @ np.asarray(W_Q), h)  # (..., h, n_q, d_head); with an array on one side, @ takes a list on the other
    K = split_heads(X_kv @ np.asarray(W_K), h)  # (..., h, n_k, d_head)
    V = split_heads(X_kv @ np.asarray(W_V), h)
    output, A = sdpa(Q, K, V, allowed)  # each head on its own, divided by √d_head
    return join_heads(output) @ W_O, A
