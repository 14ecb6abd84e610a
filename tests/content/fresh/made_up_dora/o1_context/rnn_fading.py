import math


class RNN:
    def __init__(self, a, b):
        self.a, self.b, self.h = a, b, 0

    def __call__(self, x):
        self.h = self.a * self.h + self.b * x
        return self.h


def rnn_states(xs, a, b):
    return [*map(RNN(a, b), xs)]


def influence(n, a, b):
    return rnn_states([1] + [0] * (n - 1), a, b)[::-1]


def half_life(a):
    return math.log(0.5, a)


class Nudged:
    def __init__(self, xs, j, eps):
        self.xs, self.j, self.eps, self.old = xs, j, eps, xs[j]

    def __enter__(self):
        self.xs[self.j] += self.eps
        return self.xs

    def __exit__(self, *what):
        self.xs[self.j] = self.old


def measured_influence(f, xs, eps=1e-4):
    """Changes a copy, and takes the change back each time."""
    mine = list(xs)
    before = f(mine)
    out = []
    for j in range(len(mine)):
        with Nudged(mine, j, eps) as nudged:
            out.append((f(nudged) - before) / eps)
    return out
