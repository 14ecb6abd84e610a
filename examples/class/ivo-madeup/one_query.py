"""One query, any number of keys."""

from o3_weights.softmax_by_hand import softmax


def dot(a, b):
    return sum((x * y for x, y in zip(a, b)))


def blend(weights, values):
    return [sum((w * v[j] for w, v in zip(weights, values))) for j in range(len(values[0]))]


def rest(scores, values):
    weights = softmax(scores)
    return (scores, weights, blend(weights, values))


def attend_one(query, keys, values):
    """(scores, weights, output) of one query: a score and a weight per key, and an output as long as one value."""
    return rest([dot(query, key) / len(query) for key in keys], values)
