"""Other correct styles of attention-matrix."""

import functools
import math

import numpy as np
from o3_weights.softmax_rows import softmax_np

from grader.checks.variants import alternative


@alternative("einsum", replaces="sdpa")
def sdpa_einsum(Q, K, V, allowed=None):
    """Both products as einsum, scale as a power."""
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    scores = np.einsum("...qd,...kd->...qk", Q, K) * Q.shape[-1] ** -0.5
    if allowed is not None:
        scores = np.where(allowed, scores, float("-inf"))
    A = softmax_np(scores, axis=-1)
    return np.einsum("...qk,...kv->...qv", A, V), A


@alternative("additive mask", replaces="sdpa")
def sdpa_additive(Q, K, V, allowed=None):
    """Adds a table of 0 and -inf."""
    Q, K, V = map(np.asarray, (Q, K, V))
    scores = np.matmul(Q, np.moveaxis(K, -1, -2)) / math.sqrt(K.shape[-1])
    bias = np.zeros(scores.shape, dtype=scores.dtype)
    if allowed is not None:
        bias[np.broadcast_to(np.logical_not(allowed), scores.shape)] = -np.inf
    A = softmax_np(scores + bias)
    return A @ V, A


@alternative("loops over queries and keys", replaces="sdpa")
def sdpa_loops(Q, K, V, allowed=None):
    """Recursion over the axes in front, then one query at a time with Python numbers."""
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    dtype = np.float32 if Q.dtype == np.float32 else np.float64
    n_q, n_k = Q.shape[-2], K.shape[-2]
    if allowed is None:
        allowed = np.ones((n_q, n_k), dtype=bool)
    allowed = np.broadcast_to(np.asarray(allowed), (*Q.shape[:-2], n_q, n_k))
    if Q.ndim > 2:
        pairs = [sdpa(q, k, v, a) for q, k, v, a in zip(Q, K, V, allowed)]
        return np.stack([out for out, _ in pairs]), np.stack([A for _, A in pairs])
    A = np.zeros((n_q, n_k), dtype=dtype)
    out = np.zeros((n_q, V.shape[1]), dtype=dtype)
    for i in range(n_q):
        scores = {j: float(np.dot(Q[i], K[j])) / math.sqrt(Q.shape[1]) for j in range(n_k) if allowed[i, j]}
        if not scores:
            continue
        top = max(scores.values())
        total = sum(math.exp(s - top) for s in scores.values())
        for j, s in scores.items():
            A[i, j] = math.exp(s - top) / total
            out[i] += A[i, j] * V[j]
    return out, A


@alternative("own softmax, nan repaired", replaces="sdpa")
def sdpa_own_softmax(Q, K, V, allowed=None):
    """Writes the softmax out and repairs what became nan."""
    Q, K, V = np.array(Q), np.array(K), np.array(V)
    S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
    S = np.asarray(S, dtype=S.dtype if S.dtype == np.float32 else float)
    if allowed is not None:
        S = np.where(allowed, S, -np.inf).astype(S.dtype)
    with np.errstate(invalid="ignore"):
        E = np.exp(S - np.max(S, axis=-1, keepdims=True))
        A = np.nan_to_num(E / np.sum(E, axis=-1, keepdims=True))
    return A @ V, A


@alternative("zero powers instead of -inf", replaces="sdpa")
def sdpa_zero_powers(Q, K, V, allowed=None):
    """Blocked powers times 0, the maximum taken over allowed scores, a guarded total; returns a list."""
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    scores = (Q * (1 / math.sqrt(Q.shape[-1]))) @ np.swapaxes(K, -1, -2)
    mask = np.ones(scores.shape, dtype=bool)
    if allowed is not None:
        mask = mask & np.asarray(allowed, dtype=bool)
    top = np.max(np.where(mask, scores, np.finfo(scores.dtype).min), axis=-1, keepdims=True)
    powers = np.exp(np.where(mask, scores - top, 0)) * mask.astype(scores.dtype)
    total = powers.sum(axis=-1, keepdims=True)
    total[total == 0] = 1
    weights = powers / total
    return [np.matmul(weights, V), weights]


@alternative("normalised once more after the mask", replaces="sdpa")
def sdpa_renormalised(Q, K, V, allowed=None):
    """-1e30 for blocked cells, weights wiped out afterwards and divided by what is left."""
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    scores = Q @ K.swapaxes(-2, -1) / math.sqrt(Q.shape[-1])
    if allowed is None:
        A = softmax_np(scores)
        return A @ V, A
    allowed = np.asarray(allowed)
    A = softmax_np(np.where(allowed, scores, -1e30)) * allowed.astype(scores.dtype)
    left = A.sum(axis=-1, keepdims=True)
    A = np.divide(A, left, out=np.zeros_like(A), where=left > 0)
    return A @ V, A


@alternative("masked array", replaces="sdpa")
def sdpa_masked_array(Q, K, V, allowed=None):
    """numpy.ma for the softmax."""
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    scores = np.einsum("...id,...jd->...ij", Q, K) / float(Q.shape[-1]) ** 0.5
    blocked = np.zeros(scores.shape, dtype=bool)
    if allowed is not None:
        blocked |= ~np.asarray(allowed)
    table = np.ma.array(scores, mask=blocked)
    powers = np.ma.exp(table - table.max(axis=-1, keepdims=True))
    A = (powers / powers.sum(axis=-1, keepdims=True)).filled(0).astype(scores.dtype)
    return A @ V, A


@alternative("flattened batch", replaces="sdpa")
def sdpa_flattened(Q, K, V, allowed=None):
    """Everything in front becomes one axis, a list comprehension goes over it."""
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    front, n_q, n_k = Q.shape[:-2], Q.shape[-2], K.shape[-2]
    count = functools.reduce(lambda a, b: a * b, front, 1)
    flat = [x.reshape(count, *x.shape[-2:]) for x in (Q, K, V)]
    if allowed is None:
        allowed = True
    masks = np.broadcast_to(allowed, (*front, n_q, n_k)).reshape(count, n_q, n_k)
    tables, outputs = [], []
    for q, k, v, mask in zip(*flat, masks):
        s = q.dot(k.T) / math.sqrt(q.shape[1])
        s = s.copy()
        s[~mask] = -np.inf
        tables.append(softmax_np(s))
        outputs.append(tables[-1].dot(v))
    return np.array(outputs).reshape(*front, n_q, -1), np.array(tables).reshape(*front, n_q, n_k)


@alternative("fresh", replaces="sdpa")
def sdpa_fresh(Q, K, V, allowed=None):
    """From the text alone, clumsily: np.ndindex over everything in front, one softmax_np call per query, lists that become arrays."""
    Q = np.asarray(Q)
    K = np.asarray(K)
    V = np.asarray(V)
    front = Q.shape[: len(Q.shape) - 2]
    n_q, d_k = Q.shape[-2:]
    n_k, d_v = V.shape[-2:]
    number = Q.dtype if Q.dtype == np.float32 else np.dtype(float)
    output = np.zeros(front + (n_q, d_v), dtype=number)
    A = np.zeros(front + (n_q, n_k), dtype=number)
    mask = np.full(A.shape, True)
    if allowed is not None:
        mask[...] = np.asarray(allowed)
    for place in np.ndindex(front):
        for i in range(n_q):
            row = np.zeros(n_k, dtype=number)
            for j in range(n_k):
                if mask[place][i][j]:
                    row[j] = (Q[place][i] * K[place][j]).sum() / math.sqrt(d_k)
                else:
                    row[j] = -math.inf
            A[place][i] = softmax_np(row)
            for j in range(n_k):
                output[place][i] += A[place][i][j] * V[place][j]
    return (output, A)
