"""Softmax in plain Python."""

import math


def softmax(xs):
    """The weights of the scores xs: a list as long as xs that adds up to 1."""
    largest = max(xs, default=-math.inf)
    if largest == -math.inf:
        return [0.0] * len(xs)
    exps = [math.exp(x - largest) for x in xs]
    total = sum(exps)
    return [e / total for e in exps]
