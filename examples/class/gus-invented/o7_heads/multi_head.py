"""Multi-head attention."""

import numpy as np


def soft(S):
    m = S.max(axis=-1, keepdims=True)
    m = np.where(np.isneginf(m), 0, m)
    e = np.exp(S - m)
    z = e.sum(axis=-1, keepdims=True)
    return e / np.where(z == 0, 1, z)


def multi_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Output (..., n_q, d) and weights (..., h, n_q, n_k) of attention in h heads."""
    X_q, X_kv = (np.asarray(X_q, float), np.asarray(X_kv, float))
    W_Q, W_K, W_V, W_O = [np.asarray(W, float) for W in (W_Q, W_K, W_V, W_O)]
    d = W_O.shape[-1]
    step, rest = divmod(d, h)
    if rest:
        raise ValueError("the heads do not fit")
    total, tables = (0, [])
    for start in range(0, d, step):
        stop = start + step
        scores = (
            X_q
            @ W_Q[:, start:stop]
            @ np.swapaxes(X_kv @ W_K[:, start:stop], -1, -2)
            * step ** (-0.5)
        )
        tables.append(scores)
    S = np.stack(tables, -3)
    if allowed is not None:
        S[~np.broadcast_to(allowed, S.shape)] = float("-inf")
    A = soft(S)
    for i in range(h):
        total = (
            total
            + A[..., i, :, :]
            @ (X_kv @ W_V[:, i * step : (i + 1) * step])
            @ W_O[i * step : (i + 1) * step]
        )
    return (total, A)
