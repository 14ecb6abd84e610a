"""One query, any number of keys."""

import math
from o3_weights.softmax_by_hand import softmax
import operator


def attend_one(query, keys, values):
    """(scores, weights, output) of one query: a score and a weight per key, and an output as long as one value."""
    small = [float(q) / math.sqrt(len(query)) for q in query]
    scores = [sum(map(operator.mul, small, key)) for key in keys]
    weights = softmax(scores)
    output = [0.0] * len(values[0])
    for weight, value in zip(weights, values):
        output = [o + weight * v for o, v in zip(output, value)]
    return (scores, weights, output)
