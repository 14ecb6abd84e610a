"""Softmax in plain Python."""

import math


def softmax(xs):
    """The weights of the scores xs: a list as long as xs that adds up to 1."""
    scores = [float(x) for x in xs]
    try:
        top = max(scores)
        powers = [math.e ** (x - top) for x in scores]
        total = sum(powers)
        return [p / total if total == total else 0.0 for p in powers]
    except ValueError:
        return []


# handed in with patches
