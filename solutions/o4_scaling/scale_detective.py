"""Which divisor did they use? Read it off the attention matrix."""

import math

import numpy as np


def recover_divisor(Q, K, A):
    """The number by which the raw scores Q Kᵀ were divided before the softmax that gave A."""
    x = Q @ K.T
    y = np.log(A)  # raw score / divisor, minus a constant of the row
    x = x - x.mean(axis=1, keepdims=True)
    y = y - y.mean(axis=1, keepdims=True)  # the constants are gone: x = divisor * y
    return np.linalg.norm(x) / np.linalg.norm(y)


def name_the_scale(Q, K, A, d_model):
    """The name of the divisor behind A, one of the six in the task."""
    d_k, n = Q.shape[1], K.shape[0]
    divisors = {
        "sqrt(d_k)": math.sqrt(d_k),
        "none": 1.0,
        "d_k": d_k,
        "sqrt(d_model)": math.sqrt(d_model),
        "sqrt(n)": math.sqrt(n),
        "inverted": 1 / math.sqrt(d_k),
    }
    found = recover_divisor(Q, K, A)
    return min(divisors, key=lambda name: abs(divisors[name] - found))
