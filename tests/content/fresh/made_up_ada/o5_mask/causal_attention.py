import numpy as np


from o3_weights.attention_matrix import sdpa


def causal_mask(n_q, n_k=None):
    if n_k is None:
        n_k = n_q
    mask = np.zeros((n_q, n_k), dtype=bool)
    for i in range(n_q):
        for j in range(n_k):
            mask[i, j] = j <= i + n_k - n_q
    return mask


def causal_attention(Q, K, V):
    Q = np.asarray(Q)
    K = np.asarray(K)
    V = np.asarray(V)
    mask = causal_mask(Q.shape[-2], K.shape[-2])
    return sdpa(Q, K, V, mask)
