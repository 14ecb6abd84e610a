"""Softmax for a whole table."""

import numpy as np


def as_float(x):
    x = np.asarray(x)
    return x if np.issubdtype(x.dtype, np.floating) else x.astype(np.float64)


def softmax_np(x, axis=-1):
    """Softmax along `axis`: the result has the shape of x, and its numbers add up to 1 along that axis."""
    x = as_float(x)
    m = x.max(axis=axis, keepdims=True)
    x -= np.where(np.isneginf(m), 0, m)
    e = np.exp(x)
    s = e.sum(axis=axis, keepdims=True)
    return e / np.where(s == 0, 1, s)
