"""One query, any number of keys."""

from o3_weights.softmax_by_hand import softmax
import functools
import operator


def attend_one(query, keys, values):
    """(scores, weights, output) of one query: a score and a weight per key, and an output as long as one value."""

    def times(factor, vector):
        return [factor * x for x in vector]

    def plus(a, b):
        return [x + y for x, y in zip(a, b)]

    d_k = len(keys[0])
    scores = [
        functools.reduce(operator.add, map(operator.mul, query, key), 0.0) / d_k**0.5
        for key in keys
    ]
    weights = list(softmax(scores))
    return (scores, weights, functools.reduce(plus, map(times, weights, values)))
