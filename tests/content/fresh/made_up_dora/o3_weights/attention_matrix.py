import math
from collections import namedtuple
from dataclasses import dataclass

import numpy as np

Pair = namedtuple("Pair", "output weights")


@dataclass(frozen=True)
class Attention:
    d_k: int

    def scores(self, Q, K):
        return np.matmul(Q, np.swapaxes(K, -1, -2)) / math.sqrt(self.d_k)

    @staticmethod
    def weights(S, allowed):
        ok = np.broadcast_to(np.asarray(allowed, dtype=bool), S.shape)
        top = np.max(S, axis=-1, keepdims=True, where=ok, initial=-np.inf)
        top[np.isneginf(top)] = 0
        E = np.zeros_like(S)
        np.exp(S - top, out=E, where=ok)
        Z = E.sum(axis=-1, keepdims=True)
        Z[Z == 0] = 1
        return E / Z


def sdpa(Q, K, V, allowed=None):
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    a = Attention(Q.shape[-1])
    S = a.scores(Q, K)
    A = a.weights(S, True if allowed is None else allowed)
    return Pair(A @ V, A)
