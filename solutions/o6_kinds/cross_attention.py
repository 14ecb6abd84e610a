"""Cross-attention: the target asks, the source answers."""

import numpy as np
from o3_weights.attention_matrix import sdpa


def cross_attention(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Output (..., n_t, d_v) and weights (..., n_t, n_s) of target words that read the source."""
    Q = np.matmul(X_tgt, W_Q)  # the side that is being written asks
    K = np.matmul(X_src, W_K)  # the source answers: keys …
    V = np.matmul(X_src, W_V)  # … and values
    if src_real is None:
        return sdpa(Q, K, V)
    return sdpa(Q, K, V, np.expand_dims(src_real, -2))  # (..., 1, n_s): the same columns are open in every row
