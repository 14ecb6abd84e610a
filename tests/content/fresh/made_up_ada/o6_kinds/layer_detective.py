import numpy as np


def largest_move(a, b):
    return np.max(np.abs(a - b))


def classify_layer(layer, d, rng):
    n_t, n_s = 4, 5
    tgt = rng.standard_normal((n_t, d))
    src = rng.standard_normal((n_s, d))
    base = np.array(layer(tgt.copy(), src.copy()))
    other_src = rng.standard_normal((n_s, d))
    if largest_move(np.array(layer(tgt.copy(), other_src)), base) > 1e-9:
        return "cross"
    other_tgt = tgt.copy()
    other_tgt[n_t - 1] = rng.standard_normal(d)
    after = np.array(layer(other_tgt, src.copy()))
    for i in range(n_t - 1):
        if largest_move(after[i], base[i]) > 1e-9:
            return "self"
    return "masked self"
