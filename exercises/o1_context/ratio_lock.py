"""The ratio nobody else can change.

In one attention step, how many times more weight does key a get than key b? Give the natural logarithm of that ratio without ever
working the weights out, so that it survives scores of ten thousand. Then add one more word (think of "tired" or "wide") and test
whether the ratio of two old words moves.

    score_j  = query · key_j / √d          weight_j = e^score_j / (sum of all e^score)
    log ratio = ln(weight_a / weight_b)

    log_weight_ratio([2.0, 1.0], [[2.0, 1.0], [0.0, 1.0], [1.0, -1.0], [1.0, 1.0]], 0, 2)  ->  2.8284271247
    ratio_is_locked([2.0, 1.0], [[2.0, 1.0], [1.0, -1.0]], 0, 1, [3.0, 3.0])  ->  True
    ratio_is_locked([2.0, 1.0], [[2.0, 1.0], [1.0, -1.0]], 0, -1, [3.0, 3.0])  ->  False

Good to know
- query has d numbers, keys is a table (n, d), extra_key has d numbers. They may arrive as nested lists: start with np.asarray.
- a and b are row numbers, counted from 0. As everywhere in Python -1 means the last row, -2 the one before it.
- The extra key goes at the end. Look a and b up again in the longer table: -1 is another word there, and its ratio need not be locked.
- ratio_is_locked is True if the two logarithms, without and with the extra key, differ by less than 1e-9 (bool or np.bool_).
- Return an ordinary number (float or np.float64), also for whole numbers. The arguments stay as they are.
- numpy is yours to use; torch, scipy and jax are not.
"""

import numpy as np


def log_weight_ratio(query, keys, a, b):
    """ln(weight_a / weight_b) in scaled attention of this query over these keys."""
    # TODO: both weights are e^score over the same sum. What is left of that sum in the ratio?
    raise NotImplementedError


def ratio_is_locked(query, keys, a, b, extra_key):
    """Whether the logarithm of the ratio stays the same (to 1e-9) when extra_key joins the keys at the end."""
    # TODO: np.vstack([keys, extra_key]) is the longer table.
    raise NotImplementedError
