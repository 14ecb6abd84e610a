import math
from operator import mul

from o3_weights.softmax_by_hand import softmax


def attend_one(query, keys, values):
    dot = lambda u, v: math.fsum(map(mul, u, v))
    scores = [dot(query, k) / math.sqrt(len(query)) for k in keys]
    weights = softmax(scores)
    return scores, weights, [dot(weights, col) for col in zip(*values)]
