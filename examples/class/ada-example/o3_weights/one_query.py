"""One query, any number of keys."""

import math
from o3_weights.softmax_by_hand import softmax


def attend_one(query, keys, values):
    """(scores, weights, output) of one query: a score and a weight per key, and an output as long as one value."""
    scores = []
    for i in range(len(keys)):
        s = 0
        for j in range(len(query)):
            s = s + query[j] * keys[i][j]
        s = s / math.sqrt(len(keys[i]))
        scores.append(s)
    weights = softmax(scores)
    output = []
    for j in range(len(values[0])):
        total = 0
        for i in range(len(values)):
            total = total + weights[i] * values[i][j]
        output.append(total)
    return (scores, weights, output)
