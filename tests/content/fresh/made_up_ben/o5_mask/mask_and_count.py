import math
from itertools import chain
from operator import mul

from o3_weights.softmax_by_hand import softmax


def _matmul(A, B):
    cols = [*zip(*B)]
    return [[math.fsum(map(mul, row, col)) for col in cols] for row in A]


def causal_allowed(n: int) -> list[list[bool]]:
    return [[True] * (i + 1) + [False] * (n - 1 - i) for i in range(n)]


def self_attention(X, W_Q, W_K, W_V, causal: bool = False):
    Q, K, V = (_matmul(X, W) for W in (W_Q, W_K, W_V))
    S = _matmul(Q, zip(*K))
    bias = [[0.0 if ok or not causal else -math.inf for ok in row] for row in causal_allowed(len(X))]
    A = [softmax([s / math.sqrt(len(Q[0])) + b for s, b in zip(*rows)]) for rows in zip(S, bias)]
    return A, _matmul(A, V)


def count_zeros(A) -> int:
    return sum(a == 0 for a in chain.from_iterable(A))


def zeros_for(n: int) -> int:
    return n * (n - 1) // 2
