import math
from functools import reduce
from typing import NamedTuple

import numpy as np


class Part(NamedTuple):
    top: np.ndarray  # (b, 1)
    total: np.ndarray  # (b, 1)
    blend: np.ndarray  # (b, d_v)


def tiled_attention(Q, K, V, block: int = 64, causal: bool = False) -> np.ndarray:
    Q, K, V = (a if a.dtype.kind == "f" else a.astype(float) for a in map(np.asarray, (Q, K, V)))
    (n_q, d_k), n_k = Q.shape, len(K)
    dtype = np.result_type(Q, K, V)

    def rows(i: int) -> np.ndarray:
        q = Q[i : i + block]

        def absorb(part: Part, j: int) -> Part:
            S = q @ K[j : j + block].T / math.sqrt(d_k)
            if causal:
                S = np.where(np.tri(*S.shape, i - j + n_k - n_q, dtype=bool), S, -np.inf)
            top = np.maximum(part.top, S.max(axis=1, keepdims=True))
            safe = np.where(np.isneginf(top), 0, top)
            P, shrink = np.exp(S - safe), np.exp(part.top - safe)
            return Part(top, shrink * part.total + P.sum(axis=1, keepdims=True), shrink * part.blend + P @ V[j : j + block])

        b = len(q)
        start = Part(np.full((b, 1), -np.inf, dtype), np.zeros((b, 1), dtype), np.zeros((b, V.shape[1]), dtype))
        end = reduce(absorb, range(0, n_k, block), start)
        return end.blend / np.where(end.total > 0, end.total, 1)

    return np.concatenate([rows(i) for i in range(0, n_q, block)]).astype(dtype, copy=False)
