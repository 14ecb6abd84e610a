"""Softmax for a whole table."""

import numpy as np


def as_float(x):
    x = np.asarray(x)
    return x if np.issubdtype(x.dtype, np.floating) else x.astype(np.float64)


def softmax_np(x, axis=-1):
    """Softmax along `axis`: the result has the shape of x, and its numbers add up to 1 along that axis."""
    x = as_float(x)
    out = np.empty_like(x)
    for column in np.ndindex(x.shape[1:]):
        scores = x[slice(None), *column]
        top = scores.max()
        powers = np.exp(scores - (top if top > -np.inf else 0))
        out[slice(None), *column] = powers / (powers.sum() or 1)
    return out
