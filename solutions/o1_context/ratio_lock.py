"""The ratio nobody else can change: in one attention step it depends on the query and the two keys alone."""

import math

import numpy as np


def log_weight_ratio(query, keys, a, b):
    """ln(weight_a / weight_b) in scaled attention of this query over these keys."""
    scores = np.asarray(keys) @ query / math.sqrt(len(query))
    return scores[a] - scores[b]  # e^s_a / total over e^s_b / total: the total cancels


def ratio_is_locked(query, keys, a, b, extra_key):
    """Whether the logarithm of the ratio stays the same (to 1e-9) when extra_key joins the keys at the end."""
    before = log_weight_ratio(query, keys, a, b)
    after = log_weight_ratio(query, np.vstack([keys, extra_key]), a, b)
    return abs(after - before) < 1e-9
