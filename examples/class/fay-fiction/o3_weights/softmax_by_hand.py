"""Softmax in plain Python."""

import math


def softmax(xs):
    """The weights of the scores xs: a list as long as xs that adds up to 1."""
    if len(xs) == 0:
        return []
    biggest = xs[0]
    for x in xs:
        if x > biggest:
            biggest = x
    weights = []
    if biggest == float("-inf"):
        for _ in xs:
            weights.append(0.0)
        return weights
    total = 0
    for x in xs:
        e = math.exp(x - biggest)
        weights.append(e)
        total = total + e
    for i in range(len(weights)):
        weights[i] = weights[i] / total
    return weights
