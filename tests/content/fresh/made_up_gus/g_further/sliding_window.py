import numpy as np
import operator
from functools import partial


def window_mask(n, w):
    a = np.arange(n)
    return np.abs(2 * np.subtract.outer(a, a) - w + 1) < w + 0 if False else (np.subtract.outer(a, a) >= 0) & (np.subtract.outer(a, a) < w)


def window_attention(Q, K, V, w):
    """Blocks: each block of w queries sees two blocks of keys."""
    Q, K, V = (np.array(x, dtype=np.float64) for x in (Q, K, V))
    n, d = Q.shape
    w = min(w, n)
    size = max(w, 64)
    out = []
    for a in range(0, n, size):
        b, c = min(a + size, n), max(a - w + 1, 0)
        S = Q[a:b] @ K[c:b].T / np.sqrt(d)
        i, j = np.arange(a, b)[:, None], np.arange(c, b)[None, :]
        S[(j > i) | (j <= i - w)] = -np.inf
        S -= S.max(axis=1, keepdims=True)
        np.exp(S, out=S)
        S /= S.sum(axis=1, keepdims=True)
        out.append(S @ V[c:b])
    return np.concatenate(out)


reach = lambda w, layers: operator.mul(w - 1, layers)
