"""Other correct styles of heads-add-up."""

import math

import numpy as np

from grader.checks.variants import alternative


def soft(S):
    m = S.max(axis=-1, keepdims=True)
    e = np.exp(S - np.where(np.isneginf(m), 0, m))
    z = e.sum(axis=-1, keepdims=True)
    return e / np.where(z == 0, 1, z)


@alternative("loop over heads", replaces="head_contributions")
def one_by_one(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Attention written out for one head after the other."""
    X, W_Q, W_K, W_V, W_O = (np.asarray(a, dtype=float) for a in (X, W_Q, W_K, W_V, W_O))
    n, d = X.shape
    k = d // h
    parts = np.zeros((h, n, d))
    for i in range(h):
        a, b = i * k, (i + 1) * k
        S = (X @ W_Q[:, a:b]) @ (X @ W_K[:, a:b]).T / math.sqrt(k)
        if allowed is not None:
            S[~np.asarray(allowed)] = -np.inf
        parts[i] = soft(S) @ (X @ W_V[:, a:b]) @ W_O[a:b, :]
    return parts


@alternative("loop over heads", replaces="ablate")
def adding_loop(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Adds what is not off."""
    parts = head_contributions(X, W_Q, W_K, W_V, W_O, h, allowed)
    total = np.zeros(np.shape(X))
    for i, part in enumerate(parts):
        if i in off:
            continue
        total += part
    return total


@alternative("einsum", replaces="head_contributions")
def einsums(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """All heads at once; W_O gets a head axis."""
    X, W_O = np.asarray(X), np.asarray(W_O)
    n, d = X.shape
    Q, K, V = (np.einsum("nd,dhk->hnk", X, np.asarray(W).reshape(d, h, d // h)) for W in (W_Q, W_K, W_V))
    S = np.einsum("hik,hjk->hij", Q, K) * (d // h) ** -0.5
    A = soft(S if allowed is None else np.where(allowed, S, -np.inf))
    return np.einsum("hij,hjk,hkd->hid", A, V, W_O.reshape(h, d // h, d))


@alternative("einsum", replaces="ablate")
def weighted_sum(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """A factor 0 or 1 per head."""
    factor = np.ones(h)
    factor[list(off)] = 0
    return np.einsum("h,hnd->nd", factor, head_contributions(X, W_Q, W_K, W_V, W_O, h, allowed=allowed))


@alternative("other rows of W_O set to zero", replaces="head_contributions")
def rows_cleared(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Runs the whole layer once per head, with a copy of W_O that has only the rows of this head."""
    d = np.shape(X)[-1]
    results = []
    for i in range(h):
        only = np.zeros((d, d))
        only[i * d // h : (i + 1) * d // h] = np.asarray(W_O)[i * d // h : (i + 1) * d // h]
        results.append(multi_head(X, X, W_Q, W_K, W_V, only, h, allowed)[0])
    return np.array(results)


@alternative("other rows of W_O set to zero", replaces="ablate")
def rows_of_the_off_heads_cleared(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """One run of the layer, the rows of the silent heads set to 0 in a copy."""
    W = np.array(W_O, dtype=float)
    k = W.shape[0] // h
    for i in off:
        W[i * k : (i + 1) * k] = 0
    return multi_head(X, X, W_Q, W_K, W_V, W, h, allowed=allowed)[0]


@alternative("difference to the whole", replaces="ablate")
def subtracted(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """The full output, less the parts of the silent heads."""
    full, _ = multi_head(X, X, W_Q, W_K, W_V, W_O, h, allowed)
    parts = head_contributions(X, W_Q, W_K, W_V, W_O, h, allowed)
    return full - sum((parts[i] for i in set(off)), np.zeros_like(full))


@alternative("difference to the whole", replaces="head_contributions")
def block_diagonal(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Keeps one head's columns of the joined output and multiplies by the whole of W_O."""
    joined = multi_head(X, X, W_Q, W_K, W_V, np.eye(len(W_O)), h, allowed)[0]
    owner = np.arange(joined.shape[1]) // (joined.shape[1] // h)
    return np.array([np.where(owner == i, joined, 0) @ np.asarray(W_O) for i in range(h)])


@alternative("values cleared", replaces="ablate")
def values_cleared(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """A head whose values are all 0 writes nothing."""
    W = np.array(W_V, dtype=float)
    k = W.shape[1] // h
    for i in range(h):
        if i in list(off):
            W[:, i * k : i * k + k] = 0
    return multi_head(X, X, W_Q, W_K, W, W_O, h, allowed)[0]


@alternative("fresh", replaces="head_contributions")
def fresh_head_contributions(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Written from the stub alone."""
    X = np.asarray(X, dtype=float)
    W_O = np.asarray(W_O, dtype=float)
    n, d = X.shape
    joined, weights = multi_head(X, X, W_Q, W_K, W_V, np.eye(d), h, allowed)
    parts = np.zeros((h, n, d))
    for head in range(h):
        for row in range(head * (d // h), (head + 1) * (d // h)):
            for token in range(n):
                for place in range(d):
                    parts[head, token, place] += joined[token, row] * W_O[row, place]
    return parts


@alternative("fresh", replaces="ablate")
def fresh_ablate(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Written from the stub alone."""
    parts = head_contributions(X, W_Q, W_K, W_V, W_O, h, allowed)
    for head in range(h):
        if head in off:
            parts[head] = 0
    return np.sum(parts, axis=0)
