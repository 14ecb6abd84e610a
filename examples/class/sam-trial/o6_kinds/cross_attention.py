"""Cross-attention."""

import numpy as np
import math
from o3_weights.softmax_rows import softmax_np


def attend(Q, K, V, allowed=None, root=None):
    S = Q @ np.swapaxes(K, -1, -2) / (root if root is not None else math.sqrt(Q.shape[-1]))
    if allowed is not None:
        S = np.where(allowed, S, -np.inf)
    A = softmax_np(S)
    return (A @ V, A)


def cross_attention(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Output (..., n_t, d_v) and weights (..., n_t, n_s) of target words that read the source."""
    Q, K, V = (X_tgt @ W_Q, X_src @ W_K, X_src @ W_V)
    allowed = np.tri(Q.shape[-2], K.shape[-2], dtype=bool)
    if src_real is not None:
        allowed = allowed & src_real[..., None, :]
    return attend(Q, K, V, np.broadcast_to(allowed, (*Q.shape[:-1], K.shape[-2])))
