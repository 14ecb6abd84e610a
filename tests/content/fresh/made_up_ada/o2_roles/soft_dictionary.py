import math

from o3_weights.softmax_by_hand import softmax


def hard_lookup(query, keys, values):
    for i in range(len(keys)):
        if list(keys[i]) == list(query):
            return list(values[i])
    return None


def soft_lookup(query, keys, values, sharpness=1.0):
    d = len(query)
    scores = []
    for key in keys:
        dot = 0.0
        for j in range(d):
            dot += query[j] * key[j]
        scores.append(sharpness * dot / math.sqrt(d))
    weights = softmax(scores)
    output = []
    for j in range(len(values[0])):
        total = 0.0
        for i in range(len(values)):
            total += weights[i] * values[i][j]
        output.append(total)
    return output, weights
