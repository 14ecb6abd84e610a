# -*- coding: utf-8 -*-
from functools import reduce

from o3_weights.softmax_by_hand import softmax

minus_inf = float("-inf")
punkt = lambda a, b: sum(x * y for x, y in zip(a, b))
mal = lambda X, W: [[punkt(x, s) for s in zip(*W)] for x in X]
causal_allowed = lambda n: [list(map(i.__ge__, range(n))) for i in range(n)]


def self_attention(X, W_Q, W_K, W_V, causal=False):
    Q, K, V = (mal(X, W) for W in (W_Q, W_K, W_V))
    d_k = len(W_Q[0])
    S = [[punkt(q, k) * d_k**-0.5 for k in K] for q in Q]
    if causal:
        S = [[s if j <= i else minus_inf for j, s in enumerate(r)] for i, r in enumerate(S)]
    return (A := [*map(softmax, S)]), mal(A, V)


def count_zeros(A):
    return reduce(lambda z, r: z + sum(x == 0 for x in r), A, 0)


def zeros_for(n):
    return (n * n - n) >> 1
