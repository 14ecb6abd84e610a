"""Additive attention: a small network compares the state that asks with every source state."""

import numpy as np
from o3_weights.softmax_rows import softmax_np


def additive_attention(s, H, W, U, v):
    """Context (..., d_h) and weights (..., n) of the states s, which ask the source states H."""
    asked = np.matmul(s, W)  # (..., a)
    answered = np.matmul(H, U)  # (n, a)
    scores = np.tanh(asked[..., None, :] + answered) @ v  # (..., n)
    weights = softmax_np(scores)
    return weights @ H, weights
