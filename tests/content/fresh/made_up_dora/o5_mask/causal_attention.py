import math
from collections import namedtuple

import numpy as np

Result = namedtuple("Result", "output weights")


def causal_mask(n_q, n_k=None):
    if n_k is None:
        n_k = n_q
    return ~np.triu(np.ones((n_q, n_k), dtype=bool), k=n_k - n_q + 1)


class Causal:
    """Only the keys that a row may see are touched at all."""

    def __init__(self, Q, K, V):
        self.Q, self.K, self.V = (np.asarray(t) if np.asarray(t).dtype.kind == "f" else np.asarray(t, float) for t in (Q, K, V))

    def run(self):
        n_q, n_k = self.Q.shape[-2], self.K.shape[-2]
        dtype = np.result_type(self.Q, self.K, self.V)
        A = np.zeros((*self.Q.shape[:-1], n_k), dtype)
        for i in range(n_q):
            seen = i + n_k - n_q + 1
            if seen > 0:
                s = np.einsum("...d,...kd->...k", self.Q[..., i, :], self.K[..., :seen, :]) / math.sqrt(self.Q.shape[-1])
                s -= s.max(-1, keepdims=True)
                np.exp(s, out=s)
                A[..., i, :seen] = s / s.sum(-1, keepdims=True)
        return Result(np.einsum("...qk,...kv->...qv", A, self.V), A)


def causal_attention(Q, K, V):
    return Causal(Q, K, V).run()
