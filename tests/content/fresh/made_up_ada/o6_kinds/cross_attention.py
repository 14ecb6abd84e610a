import numpy as np


from o3_weights.attention_matrix import sdpa


def cross_attention(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    X_tgt = np.asarray(X_tgt)
    X_src = np.asarray(X_src)
    Q = np.matmul(X_tgt, np.asarray(W_Q))
    K = np.matmul(X_src, np.asarray(W_K))
    V = np.matmul(X_src, np.asarray(W_V))
    if src_real is None:
        return sdpa(Q, K, V)
    src_real = np.asarray(src_real)
    return sdpa(Q, K, V, src_real[..., None, :])
