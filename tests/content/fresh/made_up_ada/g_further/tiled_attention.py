import numpy as np


import math


def to_float(X):
    X = np.asarray(X)
    if not np.issubdtype(X.dtype, np.floating):
        X = X.astype(np.float64)
    return X


def tiled_attention(Q, K, V, block=64, causal=False):
    Q, K, V = to_float(Q), to_float(K), to_float(V)
    dtype = np.result_type(Q, K, V)
    n_q, d_k = Q.shape
    n_k, d_v = V.shape
    output = np.zeros((n_q, d_v), dtype=dtype)
    for top in range(0, n_q, block):
        bottom = min(top + block, n_q)
        rows = bottom - top
        largest = np.full(rows, -np.inf, dtype=dtype)
        total = np.zeros(rows, dtype=dtype)
        blend = np.zeros((rows, d_v), dtype=dtype)
        for left in range(0, n_k, block):
            right = min(left + block, n_k)
            scores = Q[top:bottom] @ K[left:right].T / math.sqrt(d_k)
            if causal:
                for r in range(rows):
                    limit = top + r + n_k - n_q      # last key that this row may see
                    for c in range(right - left):
                        if left + c > limit:
                            scores[r, c] = -np.inf
            for r in range(rows):
                m = np.max(scores[r])
                if m == -np.inf:
                    continue
                new = max(largest[r], m)
                shrink = np.exp(largest[r] - new)
                powers = np.exp(scores[r] - new)
                total[r] = total[r] * shrink + np.sum(powers)
                blend[r] = blend[r] * shrink + powers @ V[left:right]
                largest[r] = new
        for r in range(rows):
            if total[r] > 0:
                output[top + r] = blend[r] / total[r]
    return output
