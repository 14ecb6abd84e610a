"""Try this: triple the query."""

import math


def entropy_bits(weights):
    """How spread out the weights are, in bits: 0 when one has everything, log2(n) when all n are equal."""
    return sum((w * math.log2(1 / w) for w in weights if w > 0))


def sharpen(query, keys, factor):
    """The weights of factor times the query: a list of one weight per key."""
    scale = factor / len(query) ** 0.5
    raw = [sum((q * k for q, k in zip(query, key))) for key in keys]
    return [
        1 / math.fsum((math.exp(min((other - own) * scale, 700.0)) for other in raw)) for own in raw
    ]


def temperature(query, keys, T):
    """The weights when every scaled score is divided by T before the softmax."""
    return sharpen(query, keys, T ** (-1))
