import math
from dataclasses import dataclass

import numpy as np


@dataclass
class Part:
    largest: np.ndarray
    total: np.ndarray
    blend: np.ndarray

    def __add__(self, other):
        top = np.maximum(self.largest, other.largest)
        a = self._factor(top)
        b = other._factor(top)
        return Part(top, a * self.total + b * other.total, a[:, None] * self.blend + b[:, None] * other.blend)

    def _factor(self, top):
        f = np.zeros_like(self.total)
        np.exp(self.largest - top, out=f, where=self.largest > -np.inf)
        return f

    @classmethod
    def of(cls, q, k, v, seen):
        s = q @ k.T / math.sqrt(q.shape[1])
        top = np.max(s, axis=1, where=seen, initial=-np.inf)
        e = np.zeros_like(s)
        np.exp(s - np.where(np.isfinite(top), top, 0)[:, None], out=e, where=seen)
        return cls(top.astype(s.dtype), e.sum(1), e @ v)


def tiled_attention(Q, K, V, block=64, causal=False):
    """Recursive merging of parts."""
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    kind = np.result_type(Q, K, V)
    kind = kind if kind.kind == "f" else np.dtype(float)
    Q, K, V = Q.astype(kind), K.astype(kind), V.astype(kind)
    out = np.zeros((len(Q), V.shape[1]), kind)
    shift = len(K) - len(Q)
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        row = np.arange(i, i + len(q))[:, None] + shift

        def merged(lo, hi):
            if hi - lo <= block:
                col = np.arange(lo, hi)[None, :]
                seen = col <= row if causal else np.ones((len(q), hi - lo), bool)
                return Part.of(q, K[lo:hi], V[lo:hi], seen)
            middle = (lo + hi) // 2
            return merged(lo, middle) + merged(middle, hi)

        part = merged(0, len(K))
        total = np.where(part.total == 0, 1, part.total)
        out[i : i + block] = part.blend / total[:, None]
    return out
