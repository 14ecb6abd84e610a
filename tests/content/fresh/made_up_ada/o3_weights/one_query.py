import math

from o3_weights.softmax_by_hand import softmax


def attend_one(query, keys, values):
    d_k = len(query)
    scores = []
    for key in keys:
        total = 0.0
        for j in range(d_k):
            total += query[j] * key[j]
        scores.append(total / math.sqrt(d_k))
    weights = softmax(scores)
    output = []
    for j in range(len(values[0])):
        total = 0.0
        for i in range(len(values)):
            total += weights[i] * values[i][j]
        output.append(total)
    return scores, weights, output
