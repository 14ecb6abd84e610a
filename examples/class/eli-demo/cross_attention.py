"""Cross-attention."""

import numpy as np


def cross_attention(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Output (..., n_t, d_v) and weights (..., n_t, n_s) of target words that read the source."""
    q = X_tgt.dot(W_Q)
    k, v = (X_src.dot(W_K), X_src.dot(W_V))
    s = q @ k.swapaxes(-2, -1) * (1 / np.sqrt(q.shape[-1]))
    if src_real is not None:
        s = np.where(np.expand_dims(src_real, axis=-2), s, -np.inf)
    e = np.exp(s - s.max(axis=-1)[..., None])
    a = np.nan_to_num(e / e.sum(axis=-1)[..., None])
    return [a @ v, a]
