import numpy as np


def log_weight_ratio(query, keys, a, b):
    """ln(weight_a / weight_b) in scaled attention of this query over these keys."""
    query = np.asarray(query, dtype=float)
    keys = np.asarray(keys, dtype=float)
    d = len(query)
    score_a = 0.0
    score_b = 0.0
    for j in range(d):
        score_a += query[j] * keys[a][j]
        score_b += query[j] * keys[b][j]
    return float((score_a - score_b) / np.sqrt(d))


def ratio_is_locked(query, keys, a, b, extra_key):
    longer = np.vstack([keys, extra_key])
    before = log_weight_ratio(query, keys, a, b)
    after = log_weight_ratio(query, longer, a, b)
    return bool(abs(before - after) < 1e-9)
