"""Self-attention with and without the causal mask, and the number of zeros that the mask makes."""

import math

from o3_weights.softmax_by_hand import softmax


def causal_allowed(n):
    """The grid of the causal mask: n rows of n bools, True where row i may look at column j."""
    return [[j <= i for j in range(n)] for i in range(n)]


def self_attention(X, W_Q, W_K, W_V, causal=False):
    """Weights A (n, n) and output (n, d_v) of self-attention, with the causal mask if `causal`."""
    Q, K, V = _matmul(X, W_Q), _matmul(X, W_K), _matmul(X, W_V)
    allowed = causal_allowed(len(X))
    A = []
    for i, q in enumerate(Q):
        row = [_dot(q, k) / math.sqrt(len(q)) for k in K]
        if causal:
            row = [score if allowed[i][j] else -math.inf for j, score in enumerate(row)]
        A.append(softmax(row))
    return A, _matmul(A, V)


def count_zeros(A):
    """How many cells of the table A are exactly 0."""
    return sum(weight == 0 for row in A for weight in row)


def zeros_for(n):
    """How many zeros the causal mask makes in a table of n tokens, by a formula."""
    return n * (n - 1) // 2  # 0, 1, 2, … up to n - 1, added up


def _dot(u, v):
    return sum(u[i] * v[i] for i in range(len(u)))


def _matmul(A, B):
    return [[sum(row[k] * B[k][j] for k in range(len(B))) for j in range(len(B[0]))] for row in A]
