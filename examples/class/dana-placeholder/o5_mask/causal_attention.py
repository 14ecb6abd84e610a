"""Causal attention, also for a few new tokens."""

import numpy as np


def causal_mask(n_q, n_k=None):
    """The bool array (n_q, n_k) that is True where a query may look; the queries are the last n_q of n_k positions."""
    if n_k is None:
        n_k = n_q
    query_positions = np.arange(n_q)[:, None] + n_k - n_q
    return np.arange(n_k) <= query_positions


def causal_attention(Q, K, V):
    """Output (..., n_q, d_v) and weights (..., n_q, n_k) of attention in which no query sees a later key."""
    n_q, n_k = (Q.shape[-2], K.shape[-2])
    S = np.matmul(Q, np.moveaxis(K, -1, -2)) / Q.shape[-1] ** 0.5
    S = np.where(np.tril(np.ones((n_q, n_k)), n_k - n_q) > 0, S, -np.inf)
    log_total = np.logaddexp.reduce(S, axis=-1, keepdims=True)
    A = np.exp(S - np.where(np.isinf(log_total), 0, log_total))
    return (A @ V, A)
