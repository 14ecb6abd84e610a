from collections import namedtuple

import numpy as np
from o3_weights.attention_matrix import sdpa

Result = namedtuple("Result", "out A")


class HeadCountError(ValueError):
    pass


class Head:
    def __init__(self, i, width, W_Q, W_K, W_V, W_O):
        s = slice(i * width, (i + 1) * width)
        self.q, self.k, self.v, self.o = W_Q[:, s], W_K[:, s], W_V[:, s], W_O[s]

    def __call__(self, X_q, X_kv, allowed):
        o, A = sdpa(X_q @ self.q, X_kv @ self.k, X_kv @ self.v, allowed)
        return o @ self.o, A


def multi_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Heads add up; no split, no join."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = (np.array(a, dtype=float) for a in (X_q, X_kv, W_Q, W_K, W_V, W_O))
    d = W_Q.shape[1]
    if d % h != 0:
        raise HeadCountError(f"{h} heads of {d} numbers")
    n_q, n_k = X_q.shape[-2], X_kv.shape[-2]
    mask = np.broadcast_to(True if allowed is None else np.asarray(allowed, bool), (*X_q.shape[:-2], h, n_q, n_k))
    out, tables = 0, []
    for i in range(h):
        part, A = Head(i, d // h, W_Q, W_K, W_V, W_O)(X_q, X_kv, mask[..., i, :, :])
        out = out + part
        tables.append(A)
    return Result(out, np.stack(tables, axis=-3))
