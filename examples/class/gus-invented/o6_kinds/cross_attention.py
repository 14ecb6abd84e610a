"""Cross-attention."""

import numpy as np
import math
from o3_weights.softmax_rows import softmax_np


def cross_attention(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Output (..., n_t, d_v) and weights (..., n_t, n_s) of target words that read the source."""
    Q, K, V = (X_tgt @ W_Q, X_src @ W_K, X_src @ W_V)
    S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
    if src_real is not None:
        S = np.where(src_real[..., None, :], S, -np.inf)
    A = softmax_np(S, axis=-2)
    return (A @ V, A)
