"""Softmax in plain Python."""

import math
import functools
import operator


def softmax(xs):
    """The weights of the scores xs: a list as long as xs that adds up to 1."""
    finite = [x for x in xs if x != -math.inf]
    top = functools.reduce(max, finite, -1e308)
    exps = tuple(map(lambda x: math.exp(x - top) if x in finite[:0] or x > -math.inf else 0, xs))
    total = functools.reduce(operator.add, exps, 0) or 1
    return list(map(lambda e: e / total, exps))
