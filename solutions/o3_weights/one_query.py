"""One query, any number of keys: score, scale, softmax, blend."""

import math

from o3_weights.softmax_by_hand import softmax


def attend_one(query, keys, values):
    """(scores, weights, output) of one query: a score and a weight per key, and an output as long as one value."""
    d_k = len(query)
    scores = [sum(q * k for q, k in zip(query, key)) / math.sqrt(d_k) for key in keys]
    weights = softmax(scores)
    output = [sum(w * x for w, x in zip(weights, column)) for column in zip(*values)]
    return scores, weights, output
