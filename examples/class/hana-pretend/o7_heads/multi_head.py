"""Multi-head attention."""

import numpy as np
import math


def arrays(*values):
    return [np.asarray(value) for value in values]


def split(X, h):
    if X.shape[-1] % h:
        raise ValueError("h must divide d")
    return np.swapaxes(X.reshape(*X.shape[:-1], h, -1), -2, -3)


def join(Y):
    Y = np.swapaxes(Y, -2, -3)
    return Y.reshape(*Y.shape[:-2], -1)


def soft(S):
    m = S.max(axis=-1, keepdims=True)
    e = np.exp(S - np.where(np.isneginf(m), 0, m))
    z = e.sum(axis=-1, keepdims=True)
    return e / np.where(z == 0, 1, z)


def multi_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Output (..., n_q, d) and weights (..., h, n_q, n_k) of attention in h heads."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    Q, K, V = (split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h))
    S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
    A = soft(S if allowed is None else np.where(allowed, S, 0.0))
    return (join(A @ V) @ W_O, A)
