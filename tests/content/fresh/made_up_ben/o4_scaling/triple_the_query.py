import math

from o3_weights.one_query import attend_one


def sharpen(query, keys, factor: float) -> list[float]:
    return attend_one([factor * x for x in query], keys, keys)[1]


def temperature(query, keys, T: float) -> list[float]:
    return sharpen(query, keys, 1 / T)


def entropy_bits(weights) -> float:
    return math.fsum(-w * math.log2(w) for w in weights if w)
