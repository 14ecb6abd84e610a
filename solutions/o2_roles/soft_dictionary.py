"""Hard look-up, soft look-up: a dict for vectors, and attention."""

import math

from o3_weights.softmax_by_hand import softmax


def hard_lookup(query, keys, values):
    """A copy of the value whose key equals the query, or None if there is none."""
    for key, value in zip(keys, values):
        if key == query:
            return list(value)
    return None


def soft_lookup(query, keys, values, sharpness=1.0):
    """(output, weights): the average of the values, weighted by how well their keys match the query."""
    scores = [sharpness * sum(q * k for q, k in zip(query, key)) / math.sqrt(len(query)) for key in keys]
    weights = softmax(scores)
    output = [sum(w * x for w, x in zip(weights, column)) for column in zip(*values)]
    return output, weights
