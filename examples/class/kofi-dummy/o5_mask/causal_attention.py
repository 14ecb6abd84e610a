"""Causal attention, also for a few new tokens."""

import numpy as np
import math
from o3_weights.softmax_rows import softmax_np


def causal_mask(n_q, n_k=None):
    """The bool array (n_q, n_k) that is True where a query may look; the queries are the last n_q of n_k positions."""
    if n_k is None:
        n_k = n_q
    query_positions = np.arange(n_q)[:, None] + n_k - n_q
    return np.arange(n_k) <= query_positions


def blended(A, V):
    return (A @ V, A)


def causal_attention(Q, K, V):
    """Output (..., n_q, d_v) and weights (..., n_q, n_k) of attention in which no query sees a later key."""
    root = math.sqrt(np.shape(Q)[-1])
    if Q.dtype.kind == "f":
        Q /= root
    else:
        Q = Q / root
    S = Q @ np.swapaxes(K, -1, -2)
    return blended(softmax_np(np.where(causal_mask(*S.shape[-2:]), S, -np.inf)), V)
