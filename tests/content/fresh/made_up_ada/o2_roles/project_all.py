import numpy as np


def to_float(X):
    X = np.asarray(X)
    if not np.issubdtype(X.dtype, np.floating):
        X = X.astype(np.float64)
    return X


def product(X, W):
    front = X.shape[:-2]
    n, d = X.shape[-2], X.shape[-1]
    m = W.shape[1]
    flat = X.reshape((-1, n, d)) if n * d > 0 else np.zeros((int(np.prod(front)), n, d))
    result = np.zeros((len(flat), n, m), dtype=np.result_type(X, W))
    for b in range(len(flat)):
        for i in range(n):
            for j in range(m):
                total = result.dtype.type(0)
                for k in range(d):
                    total += flat[b, i, k] * W[k, j]
                result[b, i, j] = total
    return result.reshape(front + (n, m))


def project_qkv(X, W_Q, W_K, W_V):
    X = to_float(X)
    W_Q, W_K, W_V = to_float(W_Q), to_float(W_K), to_float(W_V)
    return product(X, W_Q), product(X, W_K), product(X, W_V)
