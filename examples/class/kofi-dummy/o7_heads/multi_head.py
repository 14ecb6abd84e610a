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


def masked(S, allowed):
    return S if allowed is None else np.where(allowed, S, -np.inf)


def multi_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Output (..., n_q, d) and weights (..., h, n_q, n_k) of attention in h heads."""
    X_q, X_kv, W_K, W_V, W_O = arrays(X_q, X_kv, W_K, W_V, W_O)
    W_Q = W_Q if isinstance(W_Q, np.ndarray) and W_Q.dtype == float else np.array(W_Q, dtype=float)
    split(X_q, h)
    W_Q /= math.sqrt(X_q.shape[-1] // h)
    Q, K, V = (split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h))
    A = soft(masked(Q @ np.swapaxes(K, -1, -2), allowed))
    return (join(A @ V) @ W_O, A)
