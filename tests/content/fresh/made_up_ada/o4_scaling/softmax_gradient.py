import math

import numpy as np
from o3_weights.softmax_rows import softmax_np


def softmax_jacobian(scores):
    w = softmax_np(scores)
    n = len(w)
    table = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            if i == j:
                table[i, j] = w[i] * (1 - w[i])
            else:
                table[i, j] = -w[i] * w[j]
    return table


def gradient_size(query, keys, factor, scale=True):
    query = np.asarray(query, dtype=float)
    keys = np.asarray(keys, dtype=float)
    scores = []
    for key in keys:
        s = 0.0
        for j in range(len(query)):
            s += query[j] * key[j]
        s = s * factor
        if scale:
            s = s / math.sqrt(len(query))
        scores.append(s)
    table = softmax_jacobian(scores)
    largest = 0.0
    for row in table:
        for entry in row:
            largest = max(largest, abs(entry))
    return float(largest)
