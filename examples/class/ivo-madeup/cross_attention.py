"""Cross-attention."""

import numpy as np
from o3_weights.attention_matrix import sdpa


def cross_attention(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Output (..., n_t, d_v) and weights (..., n_t, n_s) of target words that read the source."""
    d_k = W_K.shape[1]
    KV = np.matmul(X_src, np.hstack([W_K, W_V]))
    K, V = (KV[..., :d_k], KV[..., d_k:])
    Q = np.matmul(X_tgt, W_Q)
    mask = None
    if src_real is not None:
        mask = np.repeat(src_real[..., np.newaxis, :], Q.shape[-2], axis=-2)
    return sdpa(Q, K, V, mask)
