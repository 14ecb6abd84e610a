"""Softmax for a whole table."""

import numpy as np
import math


def softmax_np(x, axis=-1):
    """Softmax along `axis`: the result has the shape of x, and its numbers add up to 1 along that axis."""
    x = np.asarray(x)
    dtype = np.float32 if x.dtype == np.float32 else np.float64

    def down(part):
        if isinstance(part[0], list):
            return [down(inner) for inner in part]
        top = max(part)
        if top == -math.inf:
            return [0.0 for _ in part]
        powers = [math.exp(value - top) for value in part]
        total = math.fsum(powers)
        return [power / total for power in powers]

    turned = np.swapaxes(x, axis, -1)
    return np.swapaxes(np.array(down(turned.tolist()), dtype=dtype), axis, -1)
