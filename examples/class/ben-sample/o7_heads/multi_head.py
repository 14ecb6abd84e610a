"""Multi-head attention."""

import numpy as np
import math


def soft(S):
    m = S.max(axis=-1, keepdims=True)
    m = np.where(np.isneginf(m), 0, m)
    e = np.exp(S - m)
    z = e.sum(axis=-1, keepdims=True)
    return e / np.where(z == 0, 1, z)


def multi_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Output (..., n_q, d) and weights (..., h, n_q, n_k) of attention in h heads."""
    X_q, X_kv = (np.asarray(X_q), np.asarray(X_kv))
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
    return (np.einsum("...hij,...hjk,hkd->...id", A, V, W_O.reshape(h, k, d)), A)
