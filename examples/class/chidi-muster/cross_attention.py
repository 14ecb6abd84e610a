"""Cross-attention."""

import numpy as np
from o3_weights.attention_matrix import sdpa


def cross_attention(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Output (..., n_t, d_v) and weights (..., n_t, n_s) of target words that read the source."""
    Q = np.matmul(X_tgt, W_Q)
    K = np.matmul(X_src, W_K)
    V = np.matmul(X_src, W_V)
    if src_real is None:
        return sdpa(Q, K, V)
    columns = np.expand_dims(src_real, -2)
    return sdpa(Q, K, V, np.broadcast_to(columns, (*Q.shape[:-1], K.shape[-2])))
