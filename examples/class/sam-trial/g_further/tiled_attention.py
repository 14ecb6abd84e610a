"""Attention in tiles."""

import math
import numpy as np


def prepared(Q, K, V):
    Q, K, V = (np.asarray(Q), np.asarray(K), np.asarray(V))
    dtype = np.result_type(Q, K, V)
    if dtype.kind != "f":
        dtype = np.dtype(float)
    return (Q.astype(dtype), K.astype(dtype), V.astype(dtype))


def seen(i, rows, j, columns, shift, causal):
    if not causal:
        return np.ones((rows, columns), bool)
    return np.arange(j, j + columns)[None, :] <= np.arange(i, i + rows)[:, None] + shift


def safe(m):
    return np.where(np.isneginf(m), 0, m)


def divided(acc, z):
    return acc / np.where(z == 0, 1, z)


def full(Q, K, V, allowed):
    S = np.where(allowed, Q @ K.T / math.sqrt(Q.shape[1]), -np.inf)
    E = np.exp(S - safe(S.max(axis=1, keepdims=True)))
    return divided(E @ V, E.sum(axis=1, keepdims=True))


def tiled_attention(Q, K, V, block=64, causal=False):
    """softmax(Q Kᵀ / √d_k) V, worked out tile by tile: (n_q, d_v)."""
    Q, K, V = prepared(Q, K, V)
    shift = len(K) - len(Q)
    out = np.zeros((len(Q), V.shape[1]), Q.dtype)
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        allowed = np.hstack(
            [
                seen(0, len(q), 0, len(K[j : j + block]), shift, causal)
                for j in range(0, len(K), block)
            ]
        )
        out[i : i + block] = full(q, K, V, allowed)
    return out
