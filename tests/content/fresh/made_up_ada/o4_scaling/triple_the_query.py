import math

from o3_weights.one_query import attend_one


def sharpen(query, keys, factor):
    longer = []
    for x in query:
        longer.append(factor * x)
    dummy_values = [[0.0] for _ in keys]
    scores, weights, output = attend_one(longer, keys, dummy_values)
    return weights


def temperature(query, keys, T):
    return sharpen(query, keys, 1 / T)


def entropy_bits(weights):
    total = 0.0
    for w in weights:
        if w > 0:
            total += w * math.log2(1 / w)
    return total
