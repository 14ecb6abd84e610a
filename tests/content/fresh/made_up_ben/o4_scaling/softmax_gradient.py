import math

import numpy as np
from o3_weights.softmax_rows import softmax_np


def softmax_jacobian(scores) -> np.ndarray:
    w = softmax_np(np.asarray(scores, float))
    return w[:, None] * (np.eye(w.size) - w)


def gradient_size(query, keys, factor: float, scale: bool = True) -> float:
    q, K = np.asarray(query, float), np.asarray(keys, float)
    return float(np.abs(softmax_jacobian(factor * (K @ q) / (math.sqrt(q.size) if scale else 1))).max())
