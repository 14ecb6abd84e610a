import math

import numpy as np


def recover_divisor(Q, K, A):
    n_q = A.shape[0]
    n = A.shape[1]
    upper = 0.0
    lower = 0.0
    for i in range(n_q):
        raw = []
        logs = []
        for j in range(n):
            s = 0.0
            for c in range(Q.shape[1]):
                s += float(Q[i, c]) * float(K[j, c])
            raw.append(s)
            logs.append(math.log(A[i, j]))
        raw_mean = sum(raw) / n
        log_mean = sum(logs) / n
        for j in range(n):
            upper += (raw[j] - raw_mean) ** 2
            lower += (raw[j] - raw_mean) * (logs[j] - log_mean)
    return float(upper / lower)


def name_the_scale(Q, K, A, d_model):
    c = recover_divisor(Q, K, A)
    d_k = Q.shape[1]
    n = A.shape[1]
    candidates = [
        ("sqrt(d_k)", math.sqrt(d_k)),
        ("none", 1.0),
        ("d_k", float(d_k)),
        ("sqrt(d_model)", math.sqrt(d_model)),
        ("sqrt(n)", math.sqrt(n)),
        ("inverted", 1 / math.sqrt(d_k)),
    ]
    best_name = None
    best_distance = None
    for name, number in candidates:
        distance = abs(number - c)
        if best_distance is None or distance < best_distance:
            best_name = name
            best_distance = distance
    return best_name
