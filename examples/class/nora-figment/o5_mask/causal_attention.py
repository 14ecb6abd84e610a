"""Causal attention, also for a few new tokens."""

import numpy as np
from o3_weights.attention_matrix import sdpa


def causal_attention(Q, K, V):
    """Output (..., n_q, d_v) and weights (..., n_q, n_k) of attention in which no query sees a later key."""
    Q, K = (np.asarray(Q), np.asarray(K))
    return sdpa(Q, K, V, causal_mask(Q.shape[-2], K.shape[-2]))


def bottom_right(n_q, n_k):
    return np.tri(n_q, n_k, n_k - n_q, dtype=bool)


def causal_mask(n_q, n_k=None):
    """The bool array (n_q, n_k) that is True where a query may look; the queries are the last n_q of n_k positions."""
    n_k = n_q if n_k is None else n_k
    return ~bottom_right(n_q, n_k)
