import math


def softmax(xs: list[float]) -> list[float]:
    if (m := max(xs, default=-math.inf)) == -math.inf:
        return [0.0] * len(xs)
    lse = math.log(math.fsum(math.exp(x - m) for x in xs))
    return [math.exp(x - m - lse) for x in xs]
