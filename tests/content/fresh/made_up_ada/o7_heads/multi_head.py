import numpy as np
from o3_weights.attention_matrix import sdpa
from o7_heads.split_and_join import join_heads, split_heads


def multi_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    X_q = np.asarray(X_q)
    X_kv = np.asarray(X_kv)
    Q = np.matmul(X_q, np.asarray(W_Q))        # (..., n_q, d)
    K = np.matmul(X_kv, np.asarray(W_K))       # (..., n_k, d)
    V = np.matmul(X_kv, np.asarray(W_V))       # (..., n_k, d)
    Q_h = split_heads(Q, h)                    # (..., h, n_q, d/h)
    K_h = split_heads(K, h)
    V_h = split_heads(V, h)
    if allowed is not None:
        size = Q_h.shape[:-1] + (K_h.shape[-2],)
        allowed = np.broadcast_to(np.asarray(allowed), size)   # (..., h, n_q, n_k)
    outputs, A = sdpa(Q_h, K_h, V_h, allowed)
    joined = join_heads(outputs)               # (..., n_q, d)
    return np.matmul(joined, np.asarray(W_O)), A
