"""Split and join: the width is shared out among the heads, the tokens are not."""

import numpy as np


def split_heads(X, h):
    """Cut every row of X into h neighbouring slices: (..., n, d) becomes (..., h, n, d/h)."""
    X = np.asarray(X)
    *front, n, d = X.shape
    sliced = X.reshape(*front, n, h, d // h)  # cuts each row where it lies; ValueError unless h divides d
    return np.swapaxes(sliced, -3, -2)  # (..., h, n, d/h)


def join_heads(Y):
    """Put the heads' slices of every token end to end: (..., h, n, k) becomes (..., n, h*k)."""
    Y = np.asarray(Y)
    *front, h, n, k = Y.shape
    return np.swapaxes(Y, -3, -2).reshape(*front, n, h * k)  # first (..., n, h, k): each token's slices side by side
