"""Other correct styles of multi-head."""

import math

import numpy as np

from grader.checks.variants import alternative


def soft(S):
    m = S.max(axis=-1, keepdims=True)
    m = np.where(np.isneginf(m), 0, m)
    e = np.exp(S - m)
    z = e.sum(axis=-1, keepdims=True)
    return e / np.where(z == 0, 1, z)


@alternative("loop over heads", replaces="multi_head")
def loop_over_heads(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Slices the matrices, one head after the other."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = (np.asarray(a, dtype=float) for a in (X_q, X_kv, W_Q, W_K, W_V, W_O))
    d = X_q.shape[-1]
    if d % h:
        raise ValueError("h must divide d")
    k = d // h
    outs, tables = [], []
    for i in range(h):
        cut = slice(i * k, (i + 1) * k)
        mask = allowed
        if allowed is not None and np.ndim(allowed) > 2:
            mask = np.broadcast_to(allowed, (*np.shape(allowed)[:-3], h, *np.shape(allowed)[-2:]))[..., i, :, :]
        o, A = sdpa(X_q @ W_Q[:, cut], X_kv @ W_K[:, cut], X_kv @ W_V[:, cut], mask)
        outs.append(o)
        tables.append(A)
    return np.concatenate(outs, axis=-1) @ W_O, np.stack(tables, axis=-3)


@alternative("einsum", replaces="multi_head")
def einsums(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """The matrices get a head axis; einsum does the rest."""
    X_q, X_kv = np.asarray(X_q), np.asarray(X_kv)
    W_Q, W_K, W_V, W_O = (np.asarray(w) for w in (W_Q, W_K, W_V, W_O))
    d = W_Q.shape[0]
    if d % h != 0:
        raise ValueError(f"{d} numbers, {h} heads")
    k = d // h
    Q = np.einsum("...nd,dhk->...hnk", X_q, W_Q.reshape(d, h, k))
    K = np.einsum("...nd,dhk->...hnk", X_kv, W_K.reshape(d, h, k))
    V = np.einsum("...nd,dhk->...hnk", X_kv, W_V.reshape(d, h, k))
    S = np.einsum("...hik,...hjk->...hij", Q, K) / math.sqrt(k)
    if allowed is not None:
        S = np.where(allowed, S, -np.inf)
    A = soft(S)
    return np.einsum("...hij,...hjk,hkd->...id", A, V, W_O.reshape(h, k, d)), A


@alternative("additive mask", replaces="multi_head")
def additive(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Adds 0 or -inf to the scores; reshape and transpose by hand."""
    X_q, X_kv = np.array(X_q, dtype=np.float64), np.array(X_kv, dtype=np.float64)
    front, (n_q, d), n_k = X_q.shape[:-2], X_q.shape[-2:], X_kv.shape[-2]
    if d != h * (d // h):
        raise ValueError("uneven")
    Q = np.moveaxis((X_q @ W_Q).reshape(*front, n_q, h, d // h), -2, -3)
    K = np.moveaxis((X_kv @ W_K).reshape(*front, n_k, h, d // h), -2, -3)
    V = np.moveaxis((X_kv @ W_V).reshape(*front, n_k, h, d // h), -2, -3)
    S = Q @ np.swapaxes(K, -1, -2) / np.sqrt(d // h)
    if allowed is not None:
        bias = np.zeros(np.shape(allowed))
        bias[~np.asarray(allowed)] = -np.inf
        S = S + bias
    A = soft(S)
    joined = np.moveaxis(A @ V, -3, -2).reshape(*front, n_q, d)
    return joined @ np.asarray(W_O), A


@alternative("one projection for all three", replaces="multi_head")
def concatenated(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Keys and values come from one product with concatenated matrices; returns a list."""
    X_q, X_kv = np.asarray(X_q), np.asarray(X_kv)
    d = X_q.shape[-1]
    K_and_V = X_kv @ np.concatenate([W_K, W_V], axis=1)
    heads = [split_heads(M, h) for M in (X_q @ np.asarray(W_Q), K_and_V[..., :d], K_and_V[..., d:])]
    out, A = sdpa(*heads, allowed=allowed)
    return [join_heads(out) @ np.asarray(W_O), A]


@alternative("heads add up", replaces="multi_head")
def added_up(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Every head writes its own part through its rows of W_O, and the parts are added."""
    X_q, X_kv = np.asarray(X_q, float), np.asarray(X_kv, float)
    W_Q, W_K, W_V, W_O = [np.asarray(W, float) for W in (W_Q, W_K, W_V, W_O)]
    d = W_O.shape[-1]
    step, rest = divmod(d, h)
    if rest:
        raise ValueError("the heads do not fit")
    total, tables = 0, []
    for start in range(0, d, step):
        stop = start + step
        scores = (X_q @ W_Q[:, start:stop]) @ np.swapaxes(X_kv @ W_K[:, start:stop], -1, -2) * step**-0.5
        tables.append(scores)
    S = np.stack(tables, -3)
    if allowed is not None:
        S[~np.broadcast_to(allowed, S.shape)] = float("-inf")
    A = soft(S)
    for i in range(h):
        total = total + A[..., i, :, :] @ (X_kv @ W_V[:, i * step : (i + 1) * step]) @ W_O[i * step : (i + 1) * step]
    return total, A


@alternative("recursion over sentences", replaces="multi_head")
def recursion(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """A batch is taken apart sentence by sentence; one sentence is worked out row by row in plain loops."""
    X_q, X_kv = np.asarray(X_q, float), np.asarray(X_kv, float)
    if X_q.ndim > 2:
        masks = allowed if np.ndim(allowed) > X_q.ndim else [allowed] * len(X_q)  # (..., h, n_q, n_k) has one axis more than X_q
        results = [multi_head(a, b, W_Q, W_K, W_V, W_O, h, mask) for a, b, mask in zip(X_q, X_kv, masks)]
        return np.array([r[0] for r in results]), np.array([r[1] for r in results])
    d = X_q.shape[1]
    if d % h:
        raise ValueError
    Q, K, V = X_q @ np.asarray(W_Q), X_kv @ np.asarray(W_K), X_kv @ np.asarray(W_V)
    A = np.zeros((h, len(X_q), len(X_kv)))
    may = np.broadcast_to(True if allowed is None else allowed, A.shape)
    joined = np.zeros((len(X_q), d))
    size = d // h
    for head in range(h):
        for i in range(len(X_q)):
            js = [j for j in range(len(X_kv)) if may[head, i, j]]
            if not js:
                continue
            q = Q[i, head * size : (head + 1) * size]
            s = np.array([q @ K[j, head * size : (head + 1) * size] for j in js]) / math.sqrt(size)
            w = np.exp(s - s.max())
            w = w / w.sum()
            A[head, i, js] = w
            for weight, j in zip(w, js):
                joined[i, head * size : (head + 1) * size] += weight * V[j, head * size : (head + 1) * size]
    return joined @ np.asarray(W_O), A


@alternative("fresh", replaces="multi_head")
def fresh_multi_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Written from the stub alone."""
    X_q = np.asarray(X_q, dtype=float)
    X_kv = np.asarray(X_kv, dtype=float)
    if X_q.shape[-1] % h != 0:
        raise ValueError("h does not divide d")
    Q = np.matmul(X_q, W_Q)
    K = np.matmul(X_kv, W_K)
    V = np.matmul(X_kv, W_V)
    k = Q.shape[-1] // h
    A = np.zeros(Q.shape[:-2] + (h, Q.shape[-2], K.shape[-2]))
    joined = np.zeros(Q.shape)
    if allowed is not None:
        allowed = np.broadcast_to(np.asarray(allowed), A.shape)
    for head in range(h):
        q = Q[..., head * k : head * k + k]
        kk = K[..., head * k : head * k + k]
        v = V[..., head * k : head * k + k]
        mask = None
        if allowed is not None:
            mask = allowed[..., head, :, :]
        out, weights = sdpa(q, kk, v, mask)
        A[..., head, :, :] = weights
        joined[..., head * k : head * k + k] = out
    return joined @ np.asarray(W_O), A
