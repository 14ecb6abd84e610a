"""Try this: triple the query."""

import math
from o3_weights.one_query import attend_one


def temperature(query, keys, T):
    """The weights when every scaled score is divided by T before the softmax."""
    return sharpen(query, keys, 1 / T)


def entropy_bits(weights):
    """How spread out the weights are, in bits: 0 when one has everything, log2(n) when all n are equal."""
    return sum((w * math.log2(1 / w) for w in weights if w > 0))


def weights_of(query, keys):
    return attend_one(query, keys, keys)[1]


def sharpen(query, keys, factor):
    """The weights of factor times the query: a list of one weight per key."""
    root = math.sqrt(len(query))
    return weights_of([factor * root * x for x in query], keys)
