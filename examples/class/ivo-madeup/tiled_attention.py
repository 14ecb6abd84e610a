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


def tiled_attention(Q, K, V, block=64, causal=False):
    """softmax(Q Kᵀ / √d_k) V, worked out tile by tile: (n_q, d_v)."""
    Q, K, V = prepared(Q, K, V)
    shift = len(K) - len(Q)
    out = np.zeros((len(Q), V.shape[1]), Q.dtype)
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        m = np.full((len(q), 1), -np.inf, Q.dtype)
        z = np.zeros((len(q), 1), Q.dtype)
        acc = np.zeros((len(q), V.shape[1]), Q.dtype)
        for j in range(0, len(K), block):
            s = q @ K[j : j + block].T / math.sqrt(Q.shape[1])
            s = np.where(seen(i, len(q), j, s.shape[1], shift, causal), s, -np.inf)
            m = np.maximum(m, s.max(axis=1, keepdims=True))
            p = np.exp(s - safe(m))
            z = z + p.sum(axis=1, keepdims=True)
            acc = acc + p @ V[j : j + block]
        out[i : i + block] = divided(acc, z)
    return out
