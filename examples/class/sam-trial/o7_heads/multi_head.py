"""Multi-head attention."""

import numpy as np
import math


def arrays(*values):
    return [np.asarray(value) for value in values]


def soft(S):
    m = S.max(axis=-1, keepdims=True)
    e = np.exp(S - np.where(np.isneginf(m), 0, m))
    z = e.sum(axis=-1, keepdims=True)
    return e / np.where(z == 0, 1, z)


def masked(S, allowed):
    return S if allowed is None else np.where(allowed, S, -np.inf)


def per_head(X_q, X_kv, W_Q, W_K, W_V, h, allowed=None, divisor=None):
    X_q, X_kv, W_Q, W_K, W_V = arrays(X_q, X_kv, W_Q, W_K, W_V)
    d = X_q.shape[-1]
    if d % h:
        raise ValueError("h must divide d")
    k = d // h
    outs, tables = ([], [])
    for i in range(h):
        cols = slice(i * k, i * k + k)
        mask = allowed[..., i, :, :] if allowed is not None and np.ndim(allowed) > 2 else allowed
        S = (
            X_q
            @ W_Q[:, cols]
            @ np.swapaxes(X_kv @ W_K[:, cols], -1, -2)
            / (math.sqrt(k) if divisor is None else divisor)
        )
        A = soft(masked(S, mask))
        outs.append(A @ (X_kv @ W_V[:, cols]))
        tables.append(A)
    return (outs, np.stack(tables, axis=-3))


def multi_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Output (..., n_q, d) and weights (..., h, n_q, n_k) of attention in h heads."""
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h, allowed, np.shape(X_q)[-1] / h)
    return (np.concatenate(outs, axis=-1) @ np.asarray(W_O), A)
