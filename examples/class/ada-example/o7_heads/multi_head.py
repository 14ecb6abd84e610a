"""Multi-head attention."""

import numpy as np
from o3_weights.attention_matrix import sdpa


def multi_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Output (..., n_q, d) and weights (..., h, n_q, n_k) of attention in h heads."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = (
        np.asarray(a, dtype=float) for a in (X_q, X_kv, W_Q, W_K, W_V, W_O)
    )
    d = X_q.shape[-1]
    if d % h:
        raise ValueError("h must divide d")
    k = d // h
    outs, tables = ([], [])
    for i in range(h):
        cut = slice(i * k, (i + 1) * k)
        mask = allowed
        if allowed is not None and np.ndim(allowed) > 2:
            mask = np.broadcast_to(allowed, (*np.shape(allowed)[:-3], h, *np.shape(allowed)[-2:]))[
                ..., i, :, :
            ]
        o, A = sdpa(X_q @ W_Q[:, cut], X_kv @ W_K[:, cut], X_kv @ W_V[:, cut], mask)
        outs.append(o)
        tables.append(A)
    return (np.concatenate(outs, axis=-1) @ W_O, np.stack(tables, axis=-3))
