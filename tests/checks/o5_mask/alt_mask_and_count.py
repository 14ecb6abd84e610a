"""Other correct styles of mask-and-count."""

import math
from itertools import chain

from o3_weights.one_query import attend_one

from grader.checks.variants import alternative


def times(A, B):
    C = []
    for row in A:
        C.append([])
        for j in range(len(B[0])):
            total = 0
            for k in range(len(B)):
                total += row[k] * B[k][j]
            C[-1].append(total)
    return C


@alternative("one query after the other", replaces="self_attention")
def one_by_one(X, W_Q, W_K, W_V, causal=False):
    Q, K, V = (times(X, W) for W in (W_Q, W_K, W_V))
    A, out = [], []
    for i, q in enumerate(Q):
        end = i + 1 if causal else len(X)
        _, weights, blend = attend_one(q, K[:end], V[:end])
        A.append(list(weights) + [0] * (len(X) - end))
        out.append(blend)
    return A, out


@alternative("powers below what may be seen, wiped out, then divided", replaces="self_attention")
def wiped(X, W_Q, W_K, W_V, causal=False):
    Q, K, V = times(X, W_Q), times(X, W_K), times(X, W_V)
    A = []
    for i in range(len(X)):
        scores = [sum(a * b for a, b in zip(Q[i], K[j])) / len(Q[i]) ** 0.5 for j in range(len(X))]
        top = max(scores[: i + 1] if causal else scores)
        weights = [2.718281828459045 ** min(s - top, 0) for s in scores]
        if causal:
            for j in range(i + 1, len(X)):
                weights[j] = 0
        total = sum(weights)
        A.append([w / total for w in weights])
    return (A, times(A, V))


@alternative("minus a billion", replaces="self_attention")
def billion(X, W_Q, W_K, W_V, causal=False):
    n, d_k = len(X), len(W_K[0])
    K = times(X, W_K)
    S = times(times(X, W_Q), [[K[j][c] for j in range(n)] for c in range(d_k)])
    for i in range(n):
        for j in range(n):
            S[i][j] = S[i][j] / math.sqrt(d_k)
            if causal and j > i:
                S[i][j] = -1e9
    A = []
    for row in S:
        m = max(row)
        e = [math.exp(x - m) for x in row]
        A.append([x / sum(e) for x in e])
    return [A, times(A, times(X, W_V))]


@alternative("a class and generators", replaces="self_attention")
def with_a_class(X, W_Q, W_K, W_V, causal=False):
    class Head:
        def __init__(self):
            self.q, self.k, self.v = [
                list(map(lambda x, W=W: [sum(map(float.__mul__, map(float, x), map(float, c))) for c in zip(*W)], X))
                for W in (W_Q, W_K, W_V)
            ]

        def row(self, i):
            seen = range(i + 1) if causal else range(len(X))
            scores = [math.fsum(a * b for a, b in zip(self.q[i], self.k[j])) / math.sqrt(len(self.q[i])) for j in seen]
            top = max(scores)
            log_total = top + math.log(math.fsum(math.exp(s - top) for s in scores))
            return [math.exp(s - log_total) for s in scores] + [0.0] * (len(X) - len(scores))

    head = Head()
    A = [head.row(i) for i in range(len(X))]
    return A, [[sum(w * v for w, v in zip(row, column)) for column in zip(*head.v)] for row in A]


@alternative("small change everywhere", replaces="causal_allowed")
def grid_by_subtraction(n):
    return [[not i - j < 0 for j in range(n)] for i in range(n)]


@alternative("small change everywhere", replaces="count_zeros")
def count_flat(A):
    return list(chain.from_iterable(A)).count(0)


@alternative("small change everywhere", replaces="zeros_for")
def choose_two(n):
    return math.comb(n, 2)


@alternative("grid and count the long way", replaces="causal_allowed")
def grid_in_place(n):
    grid = [[False] * n for _ in range(n)]
    for i in range(n):
        for j in range(0, i + 1):
            grid[i][j] = True
    return grid


@alternative("grid and count the long way", replaces="count_zeros")
def count_long(A):
    zeros = 0
    for row in A:
        for w in row:
            if not w:
                zeros = zeros + 1
    return zeros


@alternative("grid and count the long way", replaces="zeros_for")
def all_minus_open(n):
    return n**2 - (n * (n + 1)) // 2


@alternative("fresh", replaces="causal_allowed")
def fresh_grid(n):
    table = []
    i = 0
    while i < n:
        row = []
        j = 0
        while j < n:
            if j > i:
                row.append(False)
            else:
                row.append(True)
            j += 1
        table.append(row)
        i += 1
    return table


@alternative("fresh", replaces="self_attention")
def fresh_attention(X, W_Q, W_K, W_V, causal=False):
    d_k = len(W_Q[0])
    d_v = len(W_V[0])
    Q = []
    K = []
    V = []
    for x in X:
        q = [0] * d_k
        k = [0] * d_k
        v = [0] * d_v
        for a in range(len(x)):
            for b in range(d_k):
                q[b] = q[b] + x[a] * W_Q[a][b]
                k[b] = k[b] + x[a] * W_K[a][b]
            for b in range(d_v):
                v[b] = v[b] + x[a] * W_V[a][b]
        Q.append(q)
        K.append(k)
        V.append(v)
    allowed = causal_allowed(len(X))
    A = []
    output = []
    for i in range(len(X)):
        scores = []
        for j in range(len(X)):
            s = 0
            for b in range(d_k):
                s = s + Q[i][b] * K[j][b]
            s = s / math.sqrt(d_k)
            if causal == True and allowed[i][j] == False:  # noqa: E712  # as people write it
                s = float("-inf")
            scores.append(s)
        biggest = max(scores)
        e = []
        for s in scores:
            e.append(math.e ** (s - biggest))
        total = sum(e)
        weights = []
        for x in e:
            weights.append(x / total)
        A.append(weights)
        out = []
        for b in range(d_v):
            s = 0
            for j in range(len(X)):
                s += weights[j] * V[j][b]
            out.append(s)
        output.append(out)
    return A, output


@alternative("fresh", replaces="count_zeros")
def fresh_count(A):
    how_many = 0
    for i in range(len(A)):
        for j in range(len(A[i])):
            if A[i][j] == 0.0:
                how_many += 1
    return how_many


@alternative("fresh", replaces="zeros_for")
def fresh_formula(n):
    if n % 2 == 0:
        return n // 2 * (n - 1)
    return (n - 1) // 2 * n
