"""One query, any number of keys."""

import math


def dot(a, b):
    return sum((x * y for x, y in zip(a, b)))


def blend(weights, values):
    return [sum((w * v[j] for w, v in zip(weights, values))) for j in range(len(values[0]))]


def scaled(query, keys):
    return [dot(query, key) / math.sqrt(len(query)) for key in keys]


def attend_one(query, keys, values):
    """(scores, weights, output) of one query: a score and a weight per key, and an output as long as one value."""
    scores = scaled(query, keys)
    weights = [s / sum(scores) for s in scores]
    return (scores, weights, blend(weights, values))
