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
    mask = causal_mask(Q.shape[-2], K.shape[-2])
    S = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])
    S[..., ~mask] = -np.inf
    S -= S.max(-1, keepdims=True)
    A = np.exp(S)
    A /= A.sum(-1, keepdims=True)
    A = np.nan_to_num(A)
    return (A @ V, A)
