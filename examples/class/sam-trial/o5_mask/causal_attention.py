"""Causal attention, also for a few new tokens."""

import numpy as np
from o3_weights.attention_matrix import sdpa


def causal_attention(Q, K, V):
    """Output (..., n_q, d_v) and weights (..., n_q, n_k) of attention in which no query sees a later key."""
    Q, K = (np.asarray(Q), np.asarray(K))
    return sdpa(Q, K, V, causal_mask(Q.shape[-2], K.shape[-2]))


def causal_mask(n_q, n_k=None):
    """The bool array (n_q, n_k) that is True where a query may look; the queries are the last n_q of n_k positions."""
    return np.tri(n_q, n_k if n_k is not None else n_q, dtype=bool)
