"""Cross-attention."""

import numpy as np
from o3_weights.attention_matrix import sdpa
from o2_roles.project_all import project_qkv


def cross_attention(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Output (..., n_t, d_v) and weights (..., n_t, n_s) of target words that read the source."""
    Q = project_qkv(X_tgt, W_Q, W_Q, W_Q)[0]
    _, K, V = project_qkv(X_src, W_K, W_K, W_V)
    if src_real is None:
        src_real = np.ones(X_src.shape[:-1], dtype=bool)
    return sdpa(
        Q, K, V, np.logical_and(np.ones((X_tgt.shape[-2], 1), dtype=bool), src_real[..., None, :])
    )
