"""Try this: triple the query."""

import math
from o3_weights.one_query import attend_one


def sharpen(query, keys, factor):
    """The weights of factor times the query: a list of one weight per key."""
    return attend_one(query, [[factor * x for x in key] for key in keys], keys)[1]


def temperature(query, keys, T):
    """The weights when every scaled score is divided by T before the softmax."""
    colder = [[x / T for x in key] for key in keys]
    return list(attend_one(query, colder, [[0.0] for _ in keys])[1])


def entropy_bits(weights):
    """How spread out the weights are, in bits: 0 when one has everything, log2(n) when all n are equal."""
    return math.fsum((-w * math.log(max(w, 1e-300), 2) for w in weights))
