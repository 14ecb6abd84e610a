"""Softmax in plain Python."""

import math


def softmax(xs):
    """The weights of the scores xs: a list as long as xs that adds up to 1."""
    top = max(xs, default=-math.inf)
    if math.isinf(top):
        return [0.0 for _ in xs]
    offset = top + math.log(math.fsum((math.exp(x - top) for x in xs)))
    return [math.exp(x - offset) for x in xs]


# handed in with fork-bomb
