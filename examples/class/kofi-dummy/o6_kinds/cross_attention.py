"""Cross-attention."""

import numpy as np
import math


def cross_attention(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Output (..., n_t, d_v) and weights (..., n_t, n_s) of target words that read the source."""
    S = np.einsum("...td,dk,...se,ek->...ts", X_tgt, W_Q, X_src, W_K, optimize=True) / math.sqrt(
        W_K.shape[1]
    )
    if src_real is not None:
        S = S + np.where(src_real, 0, -np.inf)[..., None, :]
    top = S.max(axis=-1, keepdims=True)
    E = np.exp(S - np.where(np.isfinite(top), top, 0))
    total = E.sum(-1, keepdims=True)
    A = np.divide(E, total, out=np.zeros_like(E), where=total != 0)
    return (np.einsum("...ts,...se,ev->...tv", A, X_src, W_V), A)
