import math


def rnn_states(xs, a, b):
    """The states."""
    h = 0.0
    states = []
    for x in xs:
        h = a * h + b * x
        states.append(h)
    return states


def influence(n, a, b):
    result = []
    for j in range(n):
        factor = b
        for _ in range(n - 1 - j):
            factor = factor * a
        result.append(factor)
    return result


def half_life(a):
    return math.log(0.5) / math.log(a)


def measured_influence(f, xs, eps=1e-4):
    before = f(list(xs))
    result = []
    for j in range(len(xs)):
        nudged = list(xs)
        nudged[j] = nudged[j] + eps
        after = f(nudged)
        result.append((after - before) / eps)
    return result
