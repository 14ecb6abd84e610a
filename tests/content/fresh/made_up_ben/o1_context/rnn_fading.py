import math
from itertools import accumulate


def rnn_states(xs: list[float], a: float, b: float) -> list[float]:
    return list(accumulate(xs, lambda h, x: a * h + b * x, initial=0.0))[1:]


def influence(n: int, a: float, b: float) -> list[float]:
    return [b * a**k for k in reversed(range(n))]


def half_life(a: float) -> float:
    return -1 / math.log2(a)


def measured_influence(f, xs: list[float], eps: float = 1e-4) -> list[float]:
    before = f([*xs])
    return [(f([x + eps * (i == j) for i, x in enumerate(xs)]) - before) / eps for j in range(len(xs))]
