import math

import numpy as np


def recover_divisor(Q, K, A) -> float:
    raw, logs = ((T - T.mean(axis=1, keepdims=True)).ravel() for T in (Q @ K.T, np.log(A)))
    return float(raw @ raw / (raw @ logs))


def name_the_scale(Q, K, A, d_model: int) -> str:
    d_k, n, c = Q.shape[1], K.shape[0], recover_divisor(Q, K, A)
    names = {
        "sqrt(d_k)": math.sqrt(d_k),
        "none": 1.0,
        "d_k": d_k,
        "sqrt(d_model)": math.sqrt(d_model),
        "sqrt(n)": math.sqrt(n),
        "inverted": 1 / math.sqrt(d_k),
    }
    return min(names, key=lambda name: abs(names[name] - c))
