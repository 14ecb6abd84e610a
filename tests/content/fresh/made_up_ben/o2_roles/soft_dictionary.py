import math
from operator import mul

from o3_weights.softmax_by_hand import softmax


def hard_lookup(query, keys, values):
    return next((list(v) for k, v in zip(keys, values) if list(k) == list(query)), None)


def soft_lookup(query, keys, values, sharpness: float = 1.0) -> tuple[list[float], list[float]]:
    weights = softmax([sharpness * math.fsum(map(mul, query, k)) / math.sqrt(len(query)) for k in keys])
    return [math.fsum(map(mul, weights, col)) for col in zip(*values)], weights
