"""Softmax for a whole table."""

import numpy as np


def softmax_np(x, axis=-1):
    """Softmax along `axis`: the result has the shape of x, and its numbers add up to 1 along that axis."""
    x = np.asarray(x)
    if not np.issubdtype(x.dtype, np.floating):
        x = x.astype(np.float64)
    largest = x.max(axis=axis, keepdims=True)
    largest = np.where(np.isneginf(largest), 0, largest)
    exps = np.exp(x - largest)
    total = exps.sum(axis=axis, keepdims=True)
    return exps / np.where(total == 0, 1, total)
