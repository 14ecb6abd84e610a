"""Causal attention, also for a few new tokens."""

import numpy as np
import math


def causal_mask(n_q, n_k=None):
    """The bool array (n_q, n_k) that is True where a query may look; the queries are the last n_q of n_k positions."""
    if n_k is None:
        n_k = n_q
    query_positions = np.arange(n_q)[:, None] + n_k - n_q
    return np.arange(n_k) <= query_positions


def causal_attention(Q, K, V):
    """Output (..., n_q, d_v) and weights (..., n_q, n_k) of attention in which no query sees a later key."""
    S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
    closed = np.broadcast_to(~causal_mask(*S.shape[-2:]), S.shape)
    S = np.ma.masked_array(S, closed)
    E = np.ma.exp(S - S.max(axis=-1, keepdims=True))
    A = (E / E.sum(axis=-1, keepdims=True)).filled(0)
    A = A.astype(S.dtype)
    return (A @ V, A)
