"""One query, any number of keys."""

import math


def attend_one(query, keys, values):
    """(scores, weights, output) of one query: a score and a weight per key, and an output as long as one value."""
    scale = len(query) ** (-0.5)
    scores = [scale * math.fsum((a * b for a, b in zip(query, key))) for key in keys]
    top = max(scores)
    exps = [math.exp(s - top) for s in scores]
    z = math.fsum(exps)
    weights = [e / z for e in exps]
    return [
        scores,
        weights,
        [math.fsum((w * v for w, v in zip(weights, col))) for col in zip(*values)],
    ]
