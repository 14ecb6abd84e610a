"""Causal attention whose mask lines up at the bottom right: the queries are the last positions."""

import numpy as np
from o3_weights.attention_matrix import sdpa


def causal_mask(n_q, n_k=None):
    """The bool array (n_q, n_k) that is True where a query may look; the queries are the last n_q of n_k positions."""
    if n_k is None:
        n_k = n_q
    query_positions = np.arange(n_q)[:, None] + n_k - n_q
    return np.arange(n_k) <= query_positions


def causal_attention(Q, K, V):
    """Output (..., n_q, d_v) and weights (..., n_q, n_k) of attention in which no query sees a later key."""
    n_q, n_k = np.shape(Q)[-2], np.shape(K)[-2]
    return sdpa(Q, K, V, causal_mask(n_q, n_k))
