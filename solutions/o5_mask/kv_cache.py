"""A cache of keys and values: each token is projected once, and the result stays exact."""

import numpy as np
from o5_mask.causal_attention import causal_attention


def empty_cache(d_k, d_v):
    """The cache of a text of no tokens yet: {"K": array (0, d_k), "V": array (0, d_v)}."""
    return {"K": np.zeros((0, d_k)), "V": np.zeros((0, d_v))}


def extend(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Outputs (m, d_v) for the m new tokens, and the new cache with their keys and values behind the old ones."""
    Q = project(X_new, W_Q)  # asked once, for these rows: no need to keep it
    K = np.concatenate([cache["K"], project(X_new, W_K)])
    V = np.concatenate([cache["V"], project(X_new, W_V)])
    Y_new, _ = causal_attention(Q, K, V)
    return Y_new, {"K": K, "V": V}
