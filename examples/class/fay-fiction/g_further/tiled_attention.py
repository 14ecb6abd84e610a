"""Attention in tiles."""

import math
import numpy as np
from functools import reduce


def _float(*arrays):
    arrays = [np.asarray(a) for a in arrays]
    kind = np.result_type(*arrays)
    if kind.kind != "f":
        kind = np.dtype("float64")
    return [a.astype(kind) for a in arrays]


def tiled_attention(Q, K, V, block=64, causal=False):
    """softmax(Q Kᵀ / √d_k) V, worked out tile by tile: (n_q, d_v)."""
    Q, K, V = _float(Q, K, V)
    n_q, n_k, d = (len(Q), len(K), Q.shape[1])

    def part(i, j):
        q, k, v = (Q[i : i + block], K[j : j + block], V[j : j + block])
        s = np.einsum("id,jd->ij", q, k) / math.sqrt(d)
        if causal:
            ii = np.arange(i, i + len(q))[:, None] + n_k - n_q
            s[np.arange(j, j + len(k))[None, :] > ii] = -np.inf
        m = s.max(1)
        safe = np.where(m == -np.inf, 0, m)
        e = np.exp(s - safe[:, None])
        return (m, e.sum(1), e @ v)

    def merge(a, b):
        m = np.maximum(a[0], b[0])
        safe = np.where(m == -np.inf, 0, m)
        fa, fb = (np.exp(a[0] - safe), np.exp(b[0] - safe))
        return (m, a[1] * fa + b[1] * fb, a[2] * fa[:, None] + b[2] * fb[:, None])

    rows = []
    for i in range(0, n_q, block):
        m, z, acc = reduce(merge, [part(i, j) for j in range(0, n_k, block)])
        rows.append(acc / np.where(z > 0, z, 1)[:, None])
    return np.concatenate(rows)
