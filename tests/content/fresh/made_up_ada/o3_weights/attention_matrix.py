import math

import numpy as np
from o3_weights.softmax_rows import softmax_np


def to_float(X):
    X = np.asarray(X)
    if not np.issubdtype(X.dtype, np.floating):
        X = X.astype(np.float64)
    return X


def sdpa(Q, K, V, allowed=None):
    Q, K, V = to_float(Q), to_float(K), to_float(V)
    dtype = np.result_type(Q, K, V)
    front = Q.shape[:-2]
    n_q, d_k = Q.shape[-2], Q.shape[-1]
    n_k, d_v = V.shape[-2], V.shape[-1]
    if allowed is not None:
        allowed = np.broadcast_to(np.asarray(allowed, dtype=bool), front + (n_q, n_k))
    scores = np.zeros(front + (n_q, n_k), dtype=dtype)
    for place in np.ndindex(front):
        for i in range(n_q):
            for j in range(n_k):
                if allowed is None:
                    open_cell = True
                elif allowed.ndim == 2:
                    open_cell = allowed[i, j]
                else:
                    open_cell = allowed[place + (i, j)]
                if open_cell:
                    total = dtype.type(0)
                    for c in range(d_k):
                        total += Q[place + (i, c)] * K[place + (j, c)]
                    scores[place + (i, j)] = total / math.sqrt(d_k)
                else:
                    scores[place + (i, j)] = -np.inf
    A = softmax_np(scores)
    output = np.zeros(front + (n_q, d_v), dtype=dtype)
    for place in np.ndindex(front):
        for i in range(n_q):
            for j in range(n_k):
                if A[place + (i, j)] == 0:
                    continue
                for c in range(d_v):
                    output[place + (i, c)] += A[place + (i, j)] * V[place + (j, c)]
    return output, A
