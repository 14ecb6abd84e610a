import numpy as np
from o3_weights.attention_matrix import sdpa


def causal_mask(n_q: int, n_k: int | None = None) -> np.ndarray:
    n_k = n_q if n_k is None else n_k
    return np.tri(n_q, n_k, n_k - n_q, dtype=bool)


def causal_attention(Q, K, V):
    return sdpa(Q, K, V, causal_mask(*(np.shape(T)[-2] for T in (Q, K))))
