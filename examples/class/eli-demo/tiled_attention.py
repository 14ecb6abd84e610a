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
    n_q, n_k, d = (Q.shape[0], K.shape[0], Q.shape[1])
    out = np.zeros((n_q, V.shape[1]), Q.dtype)
    for a in range(0, n_q, block):
        q = Q[a : a + block]
        log_total = np.full((len(q), 1), -np.inf, Q.dtype)
        mean = np.zeros((len(q), V.shape[1]), Q.dtype)
        for b in range(0, n_k, block):
            s = q @ K[b : b + block].T / math.sqrt(d)
            if causal:
                late = (
                    np.arange(b, b + s.shape[1]) > (np.arange(a, a + len(q)) + n_k - n_q)[:, None]
                )
                s[late] = -np.inf
            top = np.maximum(s.max(axis=1, keepdims=True), -1e30)
            e = np.exp(s - top)
            z = e.sum(axis=1, keepdims=True)
            with np.errstate(divide="ignore"):
                log_here = np.where(z > 0, top + np.log(z), -np.inf)
            both = np.logaddexp(log_total, log_here)
            is_empty = np.isneginf(both)
            share = np.where(is_empty, 0, np.exp(np.where(is_empty, 0, log_here - both)))
            mean = mean * (1 - share) + share * (e @ V[b : b + block]) / np.where(z > 0, z, 1)
            log_total = both
        out[a : a + block] = mean
    return out
