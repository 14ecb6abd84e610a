import numpy as np


def log_weight_ratio(query, keys, a, b):
    """A 0-d array comes out of einsum with out=."""
    K = np.asarray(keys, float)
    out = np.empty(())
    np.einsum("d,d->", K[a] - K[b], np.asarray(query, float) / np.sqrt(len(query)), out=out)
    return out


def ratio_is_locked(query, keys, a, b, extra_key):
    return np.isclose(log_weight_ratio(query, keys, a, b), log_weight_ratio(query, np.vstack([keys, extra_key]), a, b), rtol=0, atol=1e-9)
