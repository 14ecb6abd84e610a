"""Softmax for a whole table."""

import numpy as np


def softmax_np(x, axis=-1):
    """Softmax along `axis`: the result has the shape of x, and its numbers add up to 1 along that axis."""
    x = np.array(x)
    if x.dtype.kind != "f":
        x = x.astype("float64")
    m = np.amax(x, axis=axis, keepdims=True)
    m[m == -np.inf] = 0
    total = np.sum(np.exp(x - m), axis=axis, keepdims=True)
    nothing = total == 0
    total[nothing] = 1
    return np.exp(x - m - np.log(total))
