"""Softmax for a whole table: one softmax per row, for any number of axes in front."""

import numpy as np


def softmax_np(x, axis=-1):
    """Softmax along `axis`: the result has the shape of x, and its numbers add up to 1 along that axis."""
    x = np.asarray(x)
    largest = x.max(axis=axis, keepdims=True)
    largest = np.where(np.isneginf(largest), 0, largest)  # a row that is blocked everywhere: -inf - 0 stays -inf
    exps = np.exp(x - largest)  # float64 for whole numbers; float32 stays float32
    total = exps.sum(axis=axis, keepdims=True)
    return exps / np.where(total == 0, 1, total)  # 0 / 1 = 0 in a row that is blocked everywhere
