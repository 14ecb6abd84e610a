"""Softmax for a whole table.

An attention table holds one row of scores per token, and every row needs a softmax of its own. Write it once for tables of any
number of axes: the numbers along `axis` (the last one, unless asked otherwise) become weights that add up to 1.

    softmax(x)_i = e^(x_i - m) / sum of e^(x_j - m)        m = the largest x along the axis

Subtracting m changes no weight, but keeps e^x from overflowing. A score of minus infinity means "blocked": its weight is exactly 0.
A row in which everything is blocked gives zeros, not nan.

    softmax_np([[0.0, 0.0], [0.0, 1.0986123]])  ->  [[0.5, 0.5], [0.25, 0.75]]

Good to know
- x may arrive as a nested list: start with np.asarray.
- float32 in gives float32 out; whole numbers are worked out as float64.
- Return a new array; x stays as it is.
- np.where works out both of its branches, so it does not prevent a division by zero.
- numpy is yours to use; torch, scipy and jax are not.
"""

import numpy as np


def softmax_np(x, axis=-1):
    """Softmax along `axis`: the result has the shape of x, and its numbers add up to 1 along that axis."""
    # TODO: one softmax per row. keepdims=True keeps the maximum as a column, so that it lines up with x.
    raise NotImplementedError
