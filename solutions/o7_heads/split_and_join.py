"""Split and join: the width is shared out among the heads, the tokens are not."""

import numpy as np


def split_heads(X, h):
    """Cut every row of X into h neighbouring slices: (..., n, d) becomes (..., h, n, d/h)."""
    X = np.asarray(X)
    *front, n, d = X.shape
    if d % h != 0:
        raise ValueError(f"{h} heads cannot share {d} numbers evenly")
    sliced = X.reshape(*front, n, h, d // h)  # each token's row is cut where it lies in memory
    return np.swapaxes(sliced, -3, -2)  # (..., h, n, d/h)


def join_heads(Y):
    """Put the heads' slices of every token end to end: (..., h, n, k) becomes (..., n, h*k)."""
    Y = np.asarray(Y)
    *front, h, n, k = Y.shape
    return np.swapaxes(Y, -3, -2).reshape(*front, n, h * k)  # first (..., n, h, k): each token's slices side by side
