import numpy as np


def is_permutation_equivariant(layer, X, rng, trials=8, tol=1e-8):
    n = len(X)
    out = np.array(layer(np.array(X, dtype=float)))
    if out.ndim == 0 or out.shape[0] != n:
        return False
    if n == 1:
        return True
    for _ in range(trials):
        p = rng.permutation(n)
        shuffled = np.array(X, dtype=float)
        for i in range(n):
            shuffled[i] = X[p[i]]
        out2 = np.array(layer(shuffled))
        if out2.shape != out.shape:
            return False
        for i in range(n):
            difference = np.abs(out2[i] - out[p[i]])
            if not np.all(difference <= tol):
                return False
    return True
