import math


def softmax(xs):
    if len(xs) == 0:
        return []
    largest = max(xs)
    if largest == float("-inf"):
        return [0.0] * len(xs)
    powers = []
    for x in xs:
        powers.append(math.exp(x - largest))
    total = 0.0
    for p in powers:
        total += p
    weights = []
    for p in powers:
        weights.append(p / total)
    return weights
