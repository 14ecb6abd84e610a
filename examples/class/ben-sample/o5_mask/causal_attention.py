"""Causal attention, also for a few new tokens."""

import numpy as np
import math


def causal_mask(n_q, n_k=None):
    """The bool array (n_q, n_k) that is True where a query may look; the queries are the last n_q of n_k positions."""
    n_k = n_q if n_k is None else n_k
    return np.tri(n_q, n_k, k=n_k - n_q, dtype=bool)


def causal_attention(Q, K, V):
    """Output (..., n_q, d_v) and weights (..., n_q, n_k) of attention in which no query sees a later key."""
    n_q, n_k = (np.shape(Q)[-2], np.shape(K)[-2])
    S = np.einsum("...qd,...kd->...qk", Q, K) / math.sqrt(np.shape(Q)[-1])
    bias = np.zeros((n_q, n_k), dtype=S.dtype)
    bias[~causal_mask(n_q, n_k)] = -np.inf
    S = S + bias
    E = np.exp(S - np.max(S, axis=-1, keepdims=True, initial=-1e30))
    total = E.sum(axis=-1, keepdims=True)
    A = np.divide(E, total, out=np.zeros_like(E), where=total > 0)
    return (np.einsum("...qk,...kd->...qd", A, V), A)
