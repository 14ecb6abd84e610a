"""One query, any number of keys."""

from o3_weights.softmax_by_hand import softmax


def attend_one(query, keys, values):
    """(scores, weights, output) of one query: a score and a weight per key, and an output as long as one value."""
    scores = []
    for key in keys:
        total = 0.0
        for i in range(len(query)):
            total += query[i] * key[i]
        scores.append(total)
    weights = softmax(scores)
    output = [0.0] * len(values[0])
    for w, value in zip(weights, values):
        for j in range(len(value)):
            output[j] += w * value[j]
    return (scores, weights, output)
