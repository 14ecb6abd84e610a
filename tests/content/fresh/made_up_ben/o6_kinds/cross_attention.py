import numpy as np
from o3_weights.attention_matrix import sdpa


def cross_attention(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    Q, K, V = (
        np.einsum("...nd,dk->...nk", np.asarray(X), np.asarray(W)) for X, W in ((X_tgt, W_Q), (X_src, W_K), (X_src, W_V))
    )
    return sdpa(Q, K, V, None if src_real is None else np.asarray(src_real)[..., None, :])
