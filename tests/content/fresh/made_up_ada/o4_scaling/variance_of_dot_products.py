import math

import numpy as np
from o3_weights.softmax_rows import softmax_np


def dot_stats(d_k, n_samples, rng, scale=True):
    scores = []
    for _ in range(n_samples):
        q = rng.standard_normal(d_k)
        k = rng.standard_normal(d_k)
        s = 0.0
        for j in range(d_k):
            s += q[j] * k[j]
        if scale:
            s = s / math.sqrt(d_k)
        scores.append(s)
    mean = sum(scores) / n_samples
    variance = 0.0
    for s in scores:
        variance += (s - mean) ** 2
    return float(mean), float(variance / n_samples)


def mean_top_weight(d_k, n_keys, trials, rng, scale=True):
    total = 0.0
    for _ in range(trials):
        q = rng.standard_normal(d_k)
        scores = []
        for _ in range(n_keys):
            k = rng.standard_normal(d_k)
            s = float(np.dot(q, k))
            if scale:
                s = s / math.sqrt(d_k)
            scores.append(s)
        weights = softmax_np(scores)
        largest = 0.0
        for w in weights:
            largest = max(largest, w)
        total += largest
    return float(total / trials)
