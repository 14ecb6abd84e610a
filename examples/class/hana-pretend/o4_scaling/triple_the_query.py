"""Try this: triple the query."""

import math
from o3_weights.one_query import attend_one


def temperature(query, keys, T):
    """The weights when every scaled score is divided by T before the softmax."""
    return sharpen(query, keys, 1 / T)


def sharpen(query, keys, factor):
    """The weights of factor times the query: a list of one weight per key."""
    if factor == 0:
        return [1 / len(keys)] * len(keys)
    bigger = []
    for x in query:
        bigger.append(x * factor)
    scores, weights, output = attend_one(bigger, keys, [[1]] * len(keys))
    return weights


def entropy_bits(weights):
    """How spread out the weights are, in bits: 0 when one has everything, log2(n) when all n are equal."""
    total = 0
    for w in weights:
        if w == 0:
            continue
        total = total + w * (math.log(1 / w) / math.log(2))
    return total
