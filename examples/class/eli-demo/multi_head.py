"""Multi-head attention."""

import numpy as np
from o3_weights.attention_matrix import sdpa
from o7_heads.split_and_join import join_heads, split_heads


def multi_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Output (..., n_q, d) and weights (..., h, n_q, n_k) of attention in h heads."""
    X_q, X_kv = (np.asarray(X_q), np.asarray(X_kv))
    d = X_q.shape[-1]
    K_and_V = X_kv @ np.concatenate([W_K, W_V], axis=1)
    heads = [split_heads(M, h) for M in (X_q @ np.asarray(W_Q), K_and_V[..., :d], K_and_V[..., d:])]
    out, A = sdpa(*heads, allowed=allowed)
    return [join_heads(out) @ np.asarray(W_O), A]
