"""Softmax for a whole table."""

import numpy as np
import math


def softmax_np(x, axis=-1):
    """Softmax along `axis`: the result has the shape of x, and its numbers add up to 1 along that axis."""
    x = np.asarray(x)
    axis = axis % x.ndim
    result = np.zeros(x.shape, dtype=np.float32 if x.dtype == np.float32 else float)
    front, back = (x.shape[:axis], x.shape[axis + 1 :])
    for i in np.ndindex(*front):
        for j in np.ndindex(*back):
            where = (*i, slice(None), *j)
            row = [float(v) for v in x[where]]
            m = max(row)
            if m == float("-inf"):
                continue
            e = [math.exp(v - m) for v in row]
            result[where] = [v / sum(e) for v in e]
    return result
