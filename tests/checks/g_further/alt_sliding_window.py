"""Other correct styles of sliding-window."""

import math

import numpy as np

from grader.checks.variants import alternative


@alternative("gathered windows", replaces="window_attention")
def gathered(Q, K, V, w):
    """Gathers w keys and values for every token: (n, w, d); cells before the beginning are masked."""
    Q, K, V = (np.asarray(x, float) for x in (Q, K, V))
    n, d = Q.shape
    w = min(w, n)
    index = np.arange(n)[:, None] - np.arange(w)[None, :]
    scores = np.einsum("nd,nwd->nw", Q, K[np.maximum(index, 0)]) / np.sqrt(d)
    scores = np.where(index >= 0, scores, -np.inf)
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.einsum("nw,nwd->nd", e / e.sum(axis=1, keepdims=True), V[np.maximum(index, 0)])


@alternative("gathered windows", replaces="window_mask")
def mask_tril(n, w):
    """Two triangles."""
    return np.tril(np.ones((n, n), dtype=bool)) & ~np.tril(np.ones((n, n), dtype=bool), -w)


@alternative("one diagonal after the other", replaces="window_attention")
def by_diagonals(Q, K, V, w):
    """Walks over the distances 0 to w - 1 and keeps running sums for all tokens at once."""
    Q = np.asarray(Q).astype(float)
    K = np.asarray(K).astype(float)
    V = np.asarray(V).astype(float)
    n = len(Q)
    rows = []
    for back in range(min(w, n)):
        s = np.full(n, -np.inf)
        s[back:] = (Q[back:] * K[: n - back]).sum(axis=1) / math.sqrt(Q.shape[1])
        rows.append(s)
    table = np.stack(rows)
    e = np.exp(table - table.max(axis=0))
    total = e.sum(axis=0)
    out = np.zeros_like(V)
    for back in range(len(rows)):
        out[back:] += (e[back, back:] / total[back:])[:, None] * V[: n - back]
    return out


@alternative("one diagonal after the other", replaces="reach")
def reach_added(w, layers):
    """Adds the steps up."""
    steps = 0
    for _ in range(layers):
        steps += w - 1
    return steps


@alternative("plain loops", replaces="window_mask")
def mask_loops(n, w):
    """Cell by cell."""
    M = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for j in range(n):
            if j <= i and j > i - w:
                M[i, j] = True
    return M


@alternative("plain loops", replaces="window_attention")
def plain_loops(Q, K, V, w):
    """Python loops over the window; numpy only at the end."""
    Q, K, V = np.asarray(Q).tolist(), np.asarray(K).tolist(), np.asarray(V).tolist()
    result = []
    for i in range(len(Q)):
        js = [j for j in range(i - w + 1, i + 1) if j >= 0]
        scores = [sum(a * b for a, b in zip(Q[i], K[j])) / len(Q[i]) ** 0.5 for j in js]
        top = max(scores)
        e = [math.exp(s - top) for s in scores]
        result.append([sum(x * V[j][c] for x, j in zip(e, js)) / sum(e) for c in range(len(V[0]))])
    return np.array(result)


@alternative("bands of queries", replaces="window_attention")
def bands(Q, K, V, w):
    """Takes 64 queries at a time with the keys they can reach, and masks inside that small table."""
    Q, K, V = np.array(Q, dtype=float), np.array(K, dtype=float), np.array(V, dtype=float)
    n, d = Q.shape
    pieces = []
    for a in range(0, n, 64):
        b = min(a + 64, n)
        lo = max(0, a - w + 1)
        i, j = np.arange(a, b)[:, None], np.arange(lo, b)[None, :]
        open_cells = (j <= i) & (j > i - w)
        s = np.where(open_cells, Q[a:b] @ K[lo:b].T / math.sqrt(d), -np.inf)
        s -= s.max(axis=1, keepdims=True)
        p = np.exp(s)
        pieces.append(p @ V[lo:b] / p.sum(axis=1, keepdims=True))
    return np.vstack(pieces)


@alternative("bands of queries", replaces="window_mask")
def mask_fromfunction(n, w):
    """np.fromfunction with chained comparisons."""
    return np.fromfunction(lambda i, j: np.logical_and(i - w < j, j <= i), (n, n))


@alternative("deque of the last keys", replaces="window_attention")
def rolling(Q, K, V, w):
    """A deque forgets the oldest key by itself."""
    from collections import deque

    keys, values = deque(maxlen=w), deque(maxlen=w)
    out = []
    for q, k, v in zip(np.asarray(Q, float), np.asarray(K, float), np.asarray(V, float)):
        keys.append(k)
        values.append(v)
        s = np.array(keys) @ q / math.sqrt(q.size)
        p = np.exp(s - np.logaddexp.reduce(s))
        out.append(p @ np.array(values))
    return np.array(out)


@alternative("fresh", replaces="window_mask")
def fresh_window_mask(n, w):
    """Written from the stub alone."""
    rows = []
    for i in range(n):
        row = []
        for j in range(n):
            row.append(i - w < j <= i)
        rows.append(row)
    return np.array(rows)


@alternative("fresh", replaces="window_attention")
def fresh_window_attention(Q, K, V, w):
    """Written from the stub alone."""
    Q = np.asarray(Q, dtype=float)
    K = np.asarray(K, dtype=float)
    V = np.asarray(V, dtype=float)
    n = Q.shape[0]
    d = Q.shape[1]
    result = np.zeros((n, V.shape[1]))
    for i in range(n):
        scores = []
        places = []
        for j in range(i, i - w, -1):
            if j >= 0:
                places.append(j)
                scores.append(float(np.dot(Q[i], K[j])) / d**0.5)
        biggest = max(scores)
        total = 0.0
        for score, j in zip(scores, places):
            e = math.exp(score - biggest)
            total = total + e
            result[i] = result[i] + e * V[j]
        result[i] = result[i] / total
    return result


@alternative("fresh", replaces="reach")
def fresh_reach(w, layers):
    """Written from the stub alone."""
    return w * layers - layers


@alternative("gathered copies in lists", replaces="window_attention")
def gathered_lists(Q, K, V, w):
    """Collects the keys and the values of every window in lists before it works anything out: n times w rows, twice."""
    Q, K, V = (np.asarray(x, float) for x in (Q, K, V))
    n, d = Q.shape
    keys = [[K[j] if j >= 0 else np.zeros(d) for j in range(i - w + 1, i + 1)] for i in range(n)]
    values = [[V[j] if j >= 0 else np.zeros(V.shape[1]) for j in range(i - w + 1, i + 1)] for i in range(n)]
    keys, values = np.array(keys), np.array(values)
    is_there = np.arange(n)[:, None] + np.arange(1 - w, 1)[None, :] >= 0
    scores = np.where(is_there, (Q[:, None, :] * keys).sum(axis=2) / math.sqrt(d), -np.inf)
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return ((e / e.sum(axis=1, keepdims=True))[:, :, None] * values).sum(axis=1)
