import numpy as np


def sparse_mask(n, window, global_tokens=(), stride=None):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for j in range(i + 1):
            if i - j < window:
                mask[i, j] = True
            if i in global_tokens or j in global_tokens:
                mask[i, j] = True
            if stride is not None and i > j and (i - j) % stride == 0:
                mask[i, j] = True
    return mask


def density(M):
    n = len(M)
    count = 0
    for i in range(n):
        for j in range(i + 1):
            if M[i][j]:
                count += 1
    return count / (n * (n + 1) / 2)


def all_connected(R):
    for i in range(len(R)):
        for j in range(i):
            if not R[i, j]:
                return False
    return True


def layers_needed(M):
    M = np.array(M, dtype=bool)
    n = len(M)
    if n == 1:
        return 0
    R = M.copy()
    layers = 1
    while not all_connected(R):
        new = np.zeros((n, n), dtype=bool)
        for i in range(n):
            for j in range(n):
                if M[i, j]:
                    new[i] = new[i] | R[j]
        if np.array_equal(new, R):
            return None
        R = new
        layers += 1
    return layers
