"""softmax(QKᵀ/√d_k)V."""

import math
import numpy as np


def sdpa(Q, K, V, allowed=None):
    """(output, attention matrix) of all queries: a row of output and a row of weights per query."""
    Q, K, V = (np.array(Q), np.array(K), np.array(V))
    S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
    S = np.asarray(S, dtype=S.dtype if S.dtype == np.float32 else float)
    if allowed is not None:
        S = np.where(allowed, S, -np.inf).astype(S.dtype)
    with np.errstate(invalid="ignore"):
        E = np.exp(S - np.max(S, axis=-1, keepdims=True))
        A = np.nan_to_num(E / np.sum(E, axis=-1, keepdims=True))
    return (A @ V, A)
