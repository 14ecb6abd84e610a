"""Softmax in plain Python: weights between 0 and 1 that add up to 1."""

import math


def softmax(xs):
    """The weights of the scores xs: a list as long as xs that adds up to 1."""
    largest = max(xs, default=-math.inf)
    if largest == -math.inf:  # no score at all, or every score blocked
        return [0.0] * len(xs)
    exps = [math.exp(x - largest) for x in xs]  # subtracting the largest changes no weight; e^-inf is 0
    total = sum(exps)
    return [e / total for e in exps]
