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

    class State:
        def __init__(self, rows):
            self.m = np.full((rows, 1), np.finfo(Q.dtype).min, Q.dtype)
            self.z = np.zeros((rows, 1), Q.dtype)
            self.acc = np.zeros((rows, V.shape[1]), Q.dtype)

        def feed(self, s, v):
            new = np.maximum(self.m, s.max(axis=-1, keepdims=True))
            keep = np.exp(self.m - new)
            p = np.exp(s - new)
            self.z *= keep
            self.z += p.sum(axis=-1, keepdims=True)
            self.acc *= keep
            self.acc += p @ v
            self.m = new

        def result(self):
            return np.divide(self.acc, self.z, out=np.zeros_like(self.acc), where=self.z > 0)

    shift = len(K) - len(Q)
    pieces = []
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        state = State(len(q))
        for j in range(0, len(K), block):
            if causal and j > i + len(q) - 1 + shift:
                break
            s = q @ K[j : j + block].T / math.sqrt(Q.shape[1])
            if causal:
                allowed = np.tril(np.ones((len(q), s.shape[1]), dtype=bool), i + shift - j)
                s = np.where(allowed, s, -np.inf)
            state.feed(s, V[j : j + block])
        pieces.append(state.result())
    return np.vstack(pieces)
