import math

import numpy as np
from o3_weights.softmax_rows import softmax_np


def sdpa(Q, K, V, allowed=None) -> tuple[np.ndarray, np.ndarray]:
    Q, K, V = (a if a.dtype.kind == "f" else a.astype(float) for a in map(np.asarray, (Q, K, V)))
    S = np.einsum("...qd,...kd->...qk", Q, K)
    S /= math.sqrt(Q.shape[-1])
    if allowed is not None:
        S += np.where(np.asarray(allowed, bool), 0.0, -np.inf)
    A = softmax_np(S)
    return np.einsum("...qk,...kv->...qv", A, V), A
