import numpy as np
from o3_weights.attention_matrix import sdpa
from o7_heads.split_and_join import join_heads, split_heads


def multi_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h: int, allowed=None):
    O, A = sdpa(
        *(split_heads(np.asarray(X) @ np.asarray(W), h) for X, W in ((X_q, W_Q), (X_kv, W_K), (X_kv, W_V))), allowed
    )
    return join_heads(O) @ np.asarray(W_O), A
