"""Softmax in plain Python."""

import math


def right(xs):
    top = max(xs, default=-math.inf)
    if top == -math.inf:
        return [0.0 for _ in xs]
    powers = [math.exp(x - top) for x in xs]
    total = math.fsum(powers)
    return [power / total for power in powers]


def softmax(xs):
    """The weights of the scores xs: a list as long as xs that adds up to 1."""
    top = max(xs, default=0)
    for i in range(len(xs)):
        xs[i] -= top if top > -math.inf else 0
    return right(xs)
