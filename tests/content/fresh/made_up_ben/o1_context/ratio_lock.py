import numpy as np


def log_weight_ratio(query, keys, a: int, b: int) -> float:
    q, K = np.asarray(query, float), np.asarray(keys, float)
    return float(np.einsum("d,d->", q, K[a] - K[b]) / np.sqrt(q.size))


def ratio_is_locked(query, keys, a: int, b: int, extra_key) -> bool:
    one, two = (log_weight_ratio(query, T, a, b) for T in (keys, np.vstack([keys, extra_key])))
    return abs(one - two) < 1e-9
