"""Softmax in plain Python."""

import math
import itertools


def softmax(xs):
    """The weights of the scores xs: a list as long as xs that adds up to 1."""
    weights = []
    if xs:
        top = sorted(xs)[-1]
        exps = [0.0 if x == -math.inf else math.exp(x - top) for x in xs]
        *_, total = itertools.accumulate(exps)
        weights.extend((e / total if total > 0 else 0.0 for e in exps))
    return weights
