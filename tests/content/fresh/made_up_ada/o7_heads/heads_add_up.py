import numpy as np
from o7_heads.multi_head import multi_head


def head_contributions(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    X = np.asarray(X)
    W_O = np.asarray(W_O)
    n, d = X.shape
    width = d // h
    joined, A = multi_head(X, X, W_Q, W_K, W_V, np.eye(d), h, allowed)
    result = np.zeros((h, n, d))
    for head in range(h):
        for i in range(n):
            for c in range(d):
                total = 0.0
                for r in range(head * width, (head + 1) * width):
                    total += joined[i, r] * W_O[r, c]
                result[head, i, c] = total
    return result


def ablate(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    parts = head_contributions(X, W_Q, W_K, W_V, W_O, h, allowed)
    total = np.zeros(parts.shape[1:])
    for head in range(h):
        if head not in off:
            total = total + parts[head]
    return total
