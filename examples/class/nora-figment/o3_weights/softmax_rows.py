"""Softmax for a whole table."""

import numpy as np


def softmax_np(x, axis=-1):
    """Softmax along `axis`: the result has the shape of x, and its numbers add up to 1 along that axis."""
    x = np.asarray(x)
    if not np.issubdtype(x.dtype, np.floating):
        x = x * 1.0
    table = np.ma.masked_array(x, mask=np.isneginf(x))
    powers = np.ma.exp(table - table.max(axis=axis, keepdims=True))
    weights = powers / powers.sum(axis=axis, keepdims=True)
    return np.ma.filled(weights, 0).astype(x.dtype)
