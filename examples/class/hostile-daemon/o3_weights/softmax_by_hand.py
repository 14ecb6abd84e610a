"""Softmax in plain Python."""

import math


def softmax(xs):
    """The weights of the scores xs: a list as long as xs that adds up to 1."""
    top, total = (-math.inf, 0.0)
    for x in xs:
        if x > top:
            total *= math.exp(top - x)
            top = x
        if x > -math.inf:
            total += math.exp(x - top)
    return [math.exp(x - top) / total if x > -math.inf else 0.0 for x in xs]


# handed in with daemon
