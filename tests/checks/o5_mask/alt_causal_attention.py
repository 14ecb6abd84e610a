"""Other correct styles of causal-attention."""

import math

import numpy as np
from o3_weights.attention_matrix import sdpa

from grader.checks.variants import alternative


@alternative("loops and lists", replaces="causal_mask")
def mask_loops(n_q, n_k=None):
    if n_k is None:
        n_k = n_q
    rows = []
    for i in range(n_q):
        row = []
        for j in range(n_k):
            if j <= i + n_k - n_q:
                row.append(True)
            else:
                row.append(False)
        rows.append(row)
    return np.array(rows)


@alternative("loops and lists", replaces="causal_attention")
def attention_loops(Q, K, V):
    Q, K, V = np.array(Q), np.array(K), np.array(V)
    if Q.ndim > 2:
        results = [causal_attention(q, k, v) for q, k, v in zip(Q, K, V)]
        return np.array([r[0] for r in results]), np.array([r[1] for r in results])
    kind = Q.dtype if Q.dtype.kind == "f" else float
    A = np.zeros((len(Q), len(K)), dtype=kind)
    out = np.zeros((len(Q), V.shape[1]), dtype=kind)
    for i in range(len(Q)):
        end = i + len(K) - len(Q) + 1
        if end <= 0:
            continue
        s = np.array([np.dot(Q[i], K[j]) / math.sqrt(len(Q[i])) for j in range(end)])
        e = np.exp(s - max(s))
        A[i, :end] = e / sum(e)
        for j in range(end):
            out[i] += A[i, j] * V[j]
    return out, A


@alternative("einsum and an additive mask", replaces="causal_mask")
def mask_tri(n_q, n_k=None):
    n_k = n_q if n_k is None else n_k
    return np.tri(n_q, n_k, k=n_k - n_q, dtype=bool)


@alternative("einsum and an additive mask", replaces="causal_attention")
def attention_einsum(Q, K, V):
    n_q, n_k = np.shape(Q)[-2], np.shape(K)[-2]
    S = np.einsum("...qd,...kd->...qk", Q, K) / math.sqrt(np.shape(Q)[-1])
    bias = np.zeros((n_q, n_k), dtype=S.dtype)
    bias[~causal_mask(n_q, n_k)] = -np.inf
    S = S + bias
    E = np.exp(S - np.max(S, axis=-1, keepdims=True, initial=-1e30))
    total = E.sum(axis=-1, keepdims=True)
    A = np.divide(E, total, out=np.zeros_like(E), where=total > 0)
    return np.einsum("...qk,...kd->...qd", A, V), A


@alternative("nan repaired afterwards", replaces="causal_attention")
def attention_nan(Q, K, V):
    mask = causal_mask(Q.shape[-2], K.shape[-2])
    S = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])
    S[..., ~mask] = -np.inf
    S -= S.max(-1, keepdims=True)
    A = np.exp(S)
    A /= A.sum(-1, keepdims=True)
    A = np.nan_to_num(A)
    return A @ V, A


@alternative("logsumexp with reduce", replaces="causal_attention")
def attention_logsumexp(Q, K, V):
    n_q, n_k = Q.shape[-2], K.shape[-2]
    S = np.matmul(Q, np.moveaxis(K, -1, -2)) / Q.shape[-1] ** 0.5
    S = np.where(np.tril(np.ones((n_q, n_k)), n_k - n_q) > 0, S, -np.inf)
    log_total = np.logaddexp.reduce(S, axis=-1, keepdims=True)
    A = np.exp(S - np.where(np.isinf(log_total), 0, log_total))
    return (A @ V, A)


@alternative("masked arrays", replaces="causal_attention")
def attention_masked(Q, K, V):
    S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
    closed = np.broadcast_to(~causal_mask(*S.shape[-2:]), S.shape)
    S = np.ma.masked_array(S, closed)
    E = np.ma.exp(S - S.max(axis=-1, keepdims=True))
    A = (E / E.sum(axis=-1, keepdims=True)).filled(0)
    A = A.astype(S.dtype)
    return A @ V, A


@alternative("row by row through sdpa", replaces="causal_attention")
def attention_rows(Q, K, V):
    offset = K.shape[-2] - Q.shape[-2]
    outs, tables = [], []
    for i in range(Q.shape[-2]):
        may_look = np.arange(K.shape[-2]) < i + offset + 1
        out, A = sdpa(Q[..., i : i + 1, :], K, V, may_look[np.newaxis])
        outs.append(out)
        tables.append(A)
    return [np.concatenate(outs, axis=-2), np.concatenate(tables, axis=-2)]


@alternative("from function, minus a billion, zero rows by hand", replaces="causal_mask")
def mask_fromfunction(n_q, n_k=None):
    n_k = n_k or n_q
    return np.fromfunction(lambda i, j: j - i <= n_k - n_q, (n_q, n_k))


@alternative("from function, minus a billion, zero rows by hand", replaces="causal_attention")
def attention_billion(Q, K, V):
    S = Q.dot(K.T) / math.sqrt(Q.shape[1]) if Q.ndim == 2 else Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
    mask = causal_mask(S.shape[-2], S.shape[-1])
    S = S * mask + np.where(mask, 0, -1e9).astype(S.dtype)
    E = np.exp(S - S.max(-1, keepdims=True))
    A = E / E.sum(-1, keepdims=True) * mask.any(-1)[:, None]
    return A @ V, A


@alternative("fresh", replaces="causal_mask")
def fresh_mask(n_q, n_k=None):
    if n_k is None:
        n_k = n_q
    mask = np.zeros((n_q, n_k))
    for i in range(n_q):
        for j in range(n_k):
            position = i + n_k - n_q
            if j <= position:
                mask[i][j] = 1
    return mask == 1


@alternative("fresh", replaces="causal_attention")
def fresh_attention(Q, K, V):
    Q = np.asarray(Q)
    K = np.asarray(K)
    V = np.asarray(V)
    mask = causal_mask(Q.shape[-2], K.shape[-2])
    full = np.zeros(Q.shape[:-2] + mask.shape, dtype=bool)
    full[...] = mask
    result = sdpa(Q, K, V, full)
    output = result[0]
    weights = result[1]
    return output, weights
