"""Other correct styles of tiled-attention."""

import math
from functools import reduce

import numpy as np

from grader.checks.variants import alternative


def _float(*arrays):
    arrays = [np.asarray(a) for a in arrays]
    kind = np.result_type(*arrays)
    if kind.kind != "f":
        kind = np.dtype("float64")
    return [a.astype(kind) for a in arrays]


@alternative("merge of partial results", replaces="tiled_attention")
def merging(Q, K, V, block=64, causal=False):
    """Every tile gives (max, sum, blend) on its own; reduce merges them."""
    Q, K, V = _float(Q, K, V)
    n_q, n_k, d = len(Q), len(K), Q.shape[1]

    def part(i, j):
        q, k, v = Q[i : i + block], K[j : j + block], V[j : j + block]
        s = np.einsum("id,jd->ij", q, k) / math.sqrt(d)
        if causal:
            ii = np.arange(i, i + len(q))[:, None] + n_k - n_q
            s[np.arange(j, j + len(k))[None, :] > ii] = -np.inf
        m = s.max(1)
        safe = np.where(m == -np.inf, 0, m)
        e = np.exp(s - safe[:, None])
        return m, e.sum(1), e @ v

    def merge(a, b):
        m = np.maximum(a[0], b[0])
        safe = np.where(m == -np.inf, 0, m)
        fa, fb = np.exp(a[0] - safe), np.exp(b[0] - safe)
        return m, a[1] * fa + b[1] * fb, a[2] * fa[:, None] + b[2] * fb[:, None]

    rows = []
    for i in range(0, n_q, block):
        m, z, acc = reduce(merge, [part(i, j) for j in range(0, n_k, block)])
        rows.append(acc / np.where(z > 0, z, 1)[:, None])
    return np.concatenate(rows)


@alternative("one query at a time", replaces="tiled_attention")
def row_by_row(Q, K, V, block=64, causal=False):
    """A loop over single queries: each row of scores fits easily, so no online rule is needed."""
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
        out[i] = (e / e.sum()) @ V[:stop]
    return out


@alternative("two passes over the tiles", replaces="tiled_attention")
def two_passes(Q, K, V, block=64, causal=False):
    """First the maximum of every row over all tiles, then the sums: scores are worked out twice, nothing is rescaled."""
    Q, K, V = _float(Q, K, V)
    n_q, n_k = len(Q), len(K)
    scale = 1 / math.sqrt(Q.shape[-1])

    def tile(i, j):
        s = scale * (Q[i : i + block] @ K[j : j + block].T)
        if causal:
            r, c = np.indices(s.shape)
            s = np.where(c + j <= r + i + (n_k - n_q), s, -np.inf)
        return s

    out = []
    for i in range(0, n_q, block):
        m = np.max([tile(i, j).max(axis=1) for j in range(0, n_k, block)], axis=0)
        m[np.isneginf(m)] = 0
        z, acc = 0, 0
        for j in range(0, n_k, block):
            e = np.exp(tile(i, j) - m[:, None])
            z = z + e.sum(axis=1)
            acc = acc + e @ V[j : j + block]
        z = np.where(z == 0, 1, z)
        out += list(acc / z[:, None])
    return np.array(out, dtype=Q.dtype)


@alternative("key by key for all queries", replaces="tiled_attention")
def key_by_key(Q, K, V, block=64, causal=False):
    """One key after the other, all queries at once: three running columns."""
    Q, K, V = _float(Q, K, V)
    n_q, n_k = len(Q), len(K)
    m = np.full(n_q, -np.inf, Q.dtype)
    z = np.zeros(n_q, Q.dtype)
    acc = np.zeros((n_q, V.shape[1]), Q.dtype)
    root = math.sqrt(Q.shape[1])
    for j in range(n_k):
        first = max(0, j - (n_k - n_q)) if causal else 0
        s = Q[first:] @ K[j] / root
        old = m[first:].copy()
        new = np.maximum(old, s)
        r, p = np.exp(old - new), np.exp(s - new)
        m[first:] = new
        z[first:] = z[first:] * r + p
        acc[first:] = acc[first:] * r[:, None] + p[:, None] * V[j]
    z[z == 0] = 1
    return acc / z[:, None]


@alternative("running logarithm", replaces="tiled_attention")
def running_logarithm(Q, K, V, block=64, causal=False):
    """Keeps the finished average and the logarithm of the total, as some libraries do."""
    Q, K, V = _float(Q, K, V)
    n_q, n_k, d = Q.shape[0], K.shape[0], Q.shape[1]
    out = np.zeros((n_q, V.shape[1]), Q.dtype)
    for a in range(0, n_q, block):
        q = Q[a : a + block]
        log_total = np.full((len(q), 1), -np.inf, Q.dtype)
        mean = np.zeros((len(q), V.shape[1]), Q.dtype)
        for b in range(0, n_k, block):
            s = q @ K[b : b + block].T / math.sqrt(d)
            if causal:
                late = np.arange(b, b + s.shape[1]) > (np.arange(a, a + len(q)) + n_k - n_q)[:, None]
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


@alternative("class with a state", replaces="tiled_attention")
def with_a_class(Q, K, V, block=64, causal=False):
    """A little class holds the running numbers of one query block; the state starts at a very negative finite number."""
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


@alternative("fresh", replaces="tiled_attention")
def fresh_tiled_attention(Q, K, V, block=64, causal=False):
    """Written from the stub alone."""
    Q = np.asarray(Q)
    K = np.asarray(K)
    V = np.asarray(V)
    if Q.dtype != np.float32 or K.dtype != np.float32 or V.dtype != np.float32:
        Q, K, V = Q.astype(float), K.astype(float), V.astype(float)
    n_q, n_k, d = len(Q), len(K), Q.shape[1]
    output = np.zeros((n_q, V.shape[1]), dtype=Q.dtype)
    for a in range(0, n_q, block):
        q = Q[a : a + block]
        m = np.full(len(q), -np.inf, dtype=Q.dtype)
        z = np.zeros(len(q), dtype=Q.dtype)
        acc = np.zeros((len(q), V.shape[1]), dtype=Q.dtype)
        for b in range(0, n_k, block):
            k = K[b : b + block]
            v = V[b : b + block]
            s = q @ k.T / math.sqrt(d)
            if causal:
                for i in range(len(q)):
                    last = a + i + n_k - n_q
                    s[i, max(0, last + 1 - b) :] = -np.inf
            new = np.maximum(m, s.max(axis=1))
            for i in range(len(q)):
                if new[i] == -np.inf:
                    continue
                r = np.exp(m[i] - new[i])
                p = np.exp(s[i] - new[i])
                z[i] = z[i] * r + p.sum()
                acc[i] = acc[i] * r + p @ v
                m[i] = new[i]
        for i in range(len(q)):
            if z[i] > 0:
                output[a + i] = acc[i] / z[i]
    return output
