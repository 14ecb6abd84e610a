"""Attention in tiles."""

import math
import numpy as np


def _float(*arrays):
    arrays = [np.asarray(a) for a in arrays]
    kind = np.result_type(*arrays)
    if kind.kind != "f":
        kind = np.dtype("float64")
    return [a.astype(kind) for a in arrays]


def tiled_attention(Q, K, V, block=64, causal=False):
    """softmax(Q Kᵀ / √d_k) V, worked out tile by tile: (n_q, d_v)."""
    Q, K, V = _float(Q, K, V)
    n_q, n_k = (len(Q), len(K))
    m = np.full(n_q, -np.inf, Q.dtype)
    z = np.zeros(n_q, Q.dtype)
    acc = np.zeros((n_q, V.shape[1]), Q.dtype)
    root = math.sqrt(Q.shape[1])
    for j in range(n_k):
        first = max(0, j - (n_k - n_q)) if causal else 0
        s = Q[first:] @ K[j] / root
        old = m[first:].copy()
        new = np.maximum(old, s)
        r, p = (np.exp(old - new), np.exp(s - new))
        m[first:] = new
        z[first:] = z[first:] * r + p
        acc[first:] = acc[first:] * r[:, None] + p[:, None] * V[j]
    z[z == 0] = 1
    return acc / z[:, None]
