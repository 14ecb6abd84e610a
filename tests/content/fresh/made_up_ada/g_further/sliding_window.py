import numpy as np


import math


def window_mask(n, w):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for j in range(n):
            mask[i, j] = i - w < j and j <= i
    return mask


def window_attention(Q, K, V, w):
    Q = np.asarray(Q)
    K = np.asarray(K)
    V = np.asarray(V)
    n, d = Q.shape
    result = np.zeros((n, V.shape[1]))
    for i in range(n):
        first = max(0, i - w + 1)
        scores = []
        for j in range(first, i + 1):
            scores.append(float(np.dot(Q[i], K[j])) / math.sqrt(d))
        largest = max(scores)
        total = 0.0
        for k in range(len(scores)):
            weight = math.exp(scores[k] - largest)
            total += weight
            result[i] += weight * V[first + k]
        result[i] = result[i] / total
    return result


def reach(w, layers):
    return layers * (w - 1)
