import numpy as np


def split_heads(X, h):
    X = np.asarray(X)
    n, d = X.shape[-2], X.shape[-1]
    if h < 1 or d % h != 0:
        raise ValueError("h does not divide d")
    width = d // h
    front = X.shape[:-2]
    result = np.zeros(front + (h, n, width), dtype=X.dtype)
    for head in range(h):
        for i in range(n):
            for c in range(width):
                result[..., head, i, c] = X[..., i, head * width + c]
    return result


def join_heads(Y):
    Y = np.asarray(Y)
    h, n, k = Y.shape[-3], Y.shape[-2], Y.shape[-1]
    result = np.zeros(Y.shape[:-3] + (n, h * k), dtype=Y.dtype)
    for head in range(h):
        for i in range(n):
            for c in range(k):
                result[..., i, head * k + c] = Y[..., head, i, c]
    return result
