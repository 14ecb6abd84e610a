import math
from collections import Counter
from fractions import Fraction
from itertools import chain


class Layer:
    def __init__(self, X, **W):
        self.X = X
        self.n = len(X)
        for name, M in W.items():
            setattr(self, name, [self.row(x, M) for x in X])

    @staticmethod
    def row(x, M):
        out = [0.0] * len(M[0])
        for xi, r in zip(x, M):
            for j, m in enumerate(r):
                out[j] += xi * m
        return out

    def weights(self, i, grid):
        s = [sum(map(float.__mul__, self.Q[i], k)) / math.sqrt(len(k)) if ok else -math.inf for k, ok in zip(self.K, grid[i])]
        top = max(s)
        e = [math.exp(x - top) for x in s]
        return [x / sum(e) for x in e]


def causal_allowed(n):
    return [[j <= i for j in range(n)] for i in range(n)]


def self_attention(X, W_Q, W_K, W_V, causal=False):
    layer = Layer(X, Q=W_Q, K=W_K, V=W_V)
    grid = causal_allowed(layer.n) if causal else [[1] * layer.n] * layer.n
    A = [layer.weights(i, grid) for i in range(layer.n)]
    return A, [layer.row(w, layer.V) for w in A]


def count_zeros(A):
    return Counter(chain.from_iterable(A))[0]


def zeros_for(n):
    z = Fraction(n, 2) * (n - 1)
    return z.numerator
