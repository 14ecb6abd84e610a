"""Softmax for a whole table."""

import numpy as np
import functools


def softmax_np(x, axis=-1):
    """Softmax along `axis`: the result has the shape of x, and its numbers add up to 1 along that axis."""
    x = np.asarray(x) + np.float32(0) if np.asarray(x).dtype == np.float32 else np.asarray(x, float)
    slices = list(np.moveaxis(x, axis, 0))
    top = functools.reduce(np.maximum, slices)
    top = np.where(np.isfinite(top), top, 0).astype(x.dtype)
    powers = [np.exp(part - top) for part in slices]
    total = functools.reduce(np.add, powers)
    weights = [np.where(total > 0, power / np.where(total > 0, total, 1), 0) for power in powers]
    return np.stack(weights, axis=axis).astype(x.dtype)
