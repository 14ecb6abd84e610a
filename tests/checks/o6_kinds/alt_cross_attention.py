"""Other correct styles of cross-attention."""

import math

import numpy as np
from o2_roles.project_all import project_qkv
from o3_weights.attention_matrix import sdpa

from grader.checks.variants import alternative


@alternative("loops over words", replaces="cross_attention")
def word_by_word(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    X_tgt, X_src = np.asarray(X_tgt), np.asarray(X_src)
    if X_tgt.ndim > 2:
        reals = [None] * len(X_tgt) if src_real is None else src_real
        pairs = [cross_attention(t, s, W_Q, W_K, W_V, r) for t, s, r in zip(X_tgt, X_src, reals)]
        return np.stack([p[0] for p in pairs]), np.stack([p[1] for p in pairs])
    n_t, n_s, d_k = len(X_tgt), len(X_src), len(W_Q[0])
    A = np.zeros((n_t, n_s))
    out = np.zeros((n_t, len(W_V[0])))
    for t in range(n_t):
        q = X_tgt[t] @ W_Q
        scores = {}
        for s in range(n_s):
            if src_real is None or src_real[s]:
                scores[s] = float(q @ (X_src[s] @ W_K)) / math.sqrt(d_k)
        if not scores:
            continue
        top = max(scores.values())
        total = sum(math.exp(x - top) for x in scores.values())
        for s, x in scores.items():
            A[t, s] = math.exp(x - top) / total
            out[t] += A[t, s] * (X_src[s] @ W_V)
    return out, A


@alternative("einsum and an added mask", replaces="cross_attention")
def with_einsum(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    S = np.einsum("...td,dk,...se,ek->...ts", X_tgt, W_Q, X_src, W_K, optimize=True) / math.sqrt(W_K.shape[1])
    if src_real is not None:
        S = S + np.where(src_real, 0, -np.inf)[..., None, :]
    top = S.max(axis=-1, keepdims=True)
    E = np.exp(S - np.where(np.isfinite(top), top, 0))
    total = E.sum(-1, keepdims=True)
    A = np.divide(E, total, out=np.zeros_like(E), where=total != 0)
    return np.einsum("...ts,...se,ev->...tv", A, X_src, W_V), A


@alternative("keys and values in one product", replaces="cross_attention")
def concatenated(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    d_k = W_K.shape[1]
    KV = np.matmul(X_src, np.hstack([W_K, W_V]))
    K, V = KV[..., :d_k], KV[..., d_k:]
    Q = np.matmul(X_tgt, W_Q)
    mask = None
    if src_real is not None:
        mask = np.repeat(src_real[..., np.newaxis, :], Q.shape[-2], axis=-2)
    return sdpa(Q, K, V, mask)


@alternative("nan repaired", replaces="cross_attention")
def nan_repaired(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    q = X_tgt.dot(W_Q)
    k, v = X_src.dot(W_K), X_src.dot(W_V)
    s = q @ k.swapaxes(-2, -1) * (1 / np.sqrt(q.shape[-1]))
    if src_real is not None:
        s = np.where(np.expand_dims(src_real, axis=-2), s, -np.inf)
    e = np.exp(s - s.max(axis=-1)[..., None])
    a = np.nan_to_num(e / e.sum(axis=-1)[..., None])
    return [a @ v, a]


@alternative("project_qkv twice", replaces="cross_attention")
def projected_twice(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    Q = project_qkv(X_tgt, W_Q, W_Q, W_Q)[0]
    _, K, V = project_qkv(X_src, W_K, W_K, W_V)
    if src_real is None:
        src_real = np.ones(X_src.shape[:-1], dtype=bool)
    return sdpa(Q, K, V, np.logical_and(np.ones((X_tgt.shape[-2], 1), dtype=bool), src_real[..., None, :]))


@alternative("drops the padding and puts zeros back", replaces="cross_attention")
def drop_padding(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    if X_tgt.ndim > 2:
        outs, tables = [], []
        for i in range(X_tgt.shape[0]):
            o, a = cross_attention(X_tgt[i], X_src[i], W_Q, W_K, W_V, src_real if src_real is None else src_real[i])
            outs.append(o)
            tables.append(a)
        return np.array(outs), np.array(tables)
    words = np.arange(len(X_src)) if src_real is None else np.flatnonzero(src_real)
    A = np.zeros((len(X_tgt), len(X_src)))
    if words.size == 0:
        return np.zeros((len(X_tgt), W_V.shape[1])), A
    out, few = sdpa(X_tgt @ W_Q, X_src[words] @ W_K, X_src[words] @ W_V)
    A[:, words] = few
    return out, A


@alternative("fresh", replaces="cross_attention")
def fresh(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    X_tgt = np.asarray(X_tgt)
    X_src = np.asarray(X_src)
    if src_real is None:
        src_real = np.full(X_src.shape[:-1], True)
    queries = X_tgt @ W_Q
    keys = X_src @ W_K
    values = X_src @ W_V
    n_t = queries.shape[-2]
    mask = np.stack([src_real for _ in range(n_t)], axis=-2)
    scores = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(W_Q.shape[1])
    scores[~mask] = -np.inf
    biggest = np.max(scores, axis=-1, keepdims=True)
    biggest[biggest == -np.inf] = 0
    e = np.exp(scores - biggest)
    total = np.sum(e, axis=-1, keepdims=True)
    total[total == 0] = 1
    A = e / total
    return (A @ values, A)
