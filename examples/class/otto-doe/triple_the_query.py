"""Try this: triple the query."""

import math
from o3_weights.one_query import attend_one


def sharpen(query, keys, factor):
    """The weights of factor times the query: a list of one weight per key."""
    scores = [factor * s for s in attend_one(query, keys, keys)[0]]
    top = max(scores)
    exps = [math.exp(s - top) for s in scores]
    return [e / sum(exps) for e in exps]


def temperature(query, keys, T):
    """The weights when every scaled score is divided by T before the softmax."""
    scores = attend_one(query, keys, keys)[0]
    exps = [math.exp((s - max(scores)) / T) for s in scores]
    total = math.fsum(exps)
    return [e / total for e in exps]


def entropy_bits(weights):
    """How spread out the weights are, in bits: 0 when one has everything, log2(n) when all n are equal."""
    return -sum((w * math.log2(w) for w in weights if w != 0))
