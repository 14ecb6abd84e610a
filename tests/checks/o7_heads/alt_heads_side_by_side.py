"""Other correct styles of heads-side-by-side."""

import functools
import itertools
import math
import operator

from grader.checks.variants import alternative


@alternative("index loops", replaces="one_head")
def loops(X, W_Q, W_K, W_V):
    """Every sum written out with indices; returns a list of two."""
    n = len(X)

    def project(W):
        result = []
        for i in range(n):
            row = []
            for c in range(len(W[0])):
                total = 0
                for r in range(len(W)):
                    total += X[i][r] * W[r][c]
                row.append(total)
            result.append(row)
        return result

    Q, K, V = project(W_Q), project(W_K), project(W_V)
    A = []
    out = []
    for i in range(n):
        scores = []
        for j in range(n):
            s = 0
            for c in range(len(Q[0])):
                s += Q[i][c] * K[j][c]
            scores.append(s / len(Q[0]) ** 0.5)
        biggest = max(scores)
        exps = [math.exp(s - biggest) for s in scores]
        weights = [e / sum(exps) for e in exps]
        A.append(weights)
        new = [0.0] * len(V[0])
        for j in range(n):
            for c in range(len(new)):
                new[c] += weights[j] * V[j][c]
        out.append(new)
    return [A, out]


@alternative("index loops", replaces="side_by_side")
def loops_join(X, heads):
    """Appends number by number."""
    results = []
    for head in heads:
        results.append(one_head(X, head[0], head[1], head[2])[1])
    joined = []
    for i in range(len(X)):
        row = []
        for result in results:
            for number in result[i]:
                row.append(number)
        joined.append(row)
    return joined


@alternative("index loops", replaces="focus")
def loops_focus(A, tokens):
    """A hand-written search for the largest."""
    result = {}
    for i in range(len(tokens)):
        best = 0
        for j in range(1, len(tokens)):
            if A[i][j] > A[i][best]:
                best = j
        result[tokens[i]] = tokens[best]
    return result


@alternative("zip and sum of lists", replaces="side_by_side")
def zipped(X, heads):
    """zip walks through the rows of all heads at once."""
    outs = [one_head(X, *head)[1] for head in heads]
    return [sum(rows, []) for rows in zip(*outs)]


@alternative("zip and sum of lists", replaces="focus")
def keyed(A, tokens):
    """max over indices with a key."""
    return dict(zip(tokens, [tokens[max(range(len(row)), key=row.__getitem__)] for row in A]))


@alternative("chain and reduce", replaces="side_by_side")
def chained(X, heads):
    """itertools.chain glues; rows are tuples turned to lists."""
    outs = tuple(one_head(X, q, k, v)[1] for q, k, v in heads)
    return [list(itertools.chain(*(out[i] for out in outs))) for i in range(len(X))]


@alternative("chain and reduce", replaces="one_head")
def reduced(X, W_Q, W_K, W_V):
    """map, reduce and operator."""

    def dot(u, v):
        return functools.reduce(operator.add, map(operator.mul, u, v))

    def times(M, W):
        return [[dot(row, col) for col in zip(*W)] for row in M]

    Q, K, V = (times(X, W) for W in (W_Q, W_K, W_V))
    A = []
    for q in Q:
        s = [dot(q, k) * len(q) ** -0.5 for k in K]
        log_total = max(s) + math.log(math.fsum(math.exp(x - max(s)) for x in s))
        A.append([math.exp(x - log_total) for x in s])
    return A, times(A, V)


@alternative("recursion over heads", replaces="side_by_side")
def recursive(X, heads):
    """The first head, then the rest of them."""
    if len(heads) == 0:
        return [[] for _ in X]
    first = one_head(X, *heads[0])[1]
    return [a + b for a, b in zip(first, side_by_side(X, heads[1:]))]


@alternative("recursion over heads", replaces="focus")
def sorted_focus(A, tokens):
    """Sorts the columns by falling weight; sorting keeps the order of equals."""
    return {t: tokens[sorted(range(len(A[i])), key=lambda j: -A[i][j])[0]] for i, t in enumerate(tokens)}


@alternative("a class for a head", replaces="side_by_side")
def with_class(X, heads):
    """Objects with a method; rows grow in place."""

    class Head:
        def __init__(self, weights):
            self.W_Q, self.W_K, self.W_V = weights

        def __call__(self, X):
            return one_head(X, self.W_Q, self.W_K, self.W_V)[1]

    rows = [[] for _ in range(len(X))]
    for head in map(Head, heads):
        for row, more in zip(rows, head(X)):
            row.extend(more)
    return rows


@alternative("fresh", replaces="one_head")
def fresh_one_head(X, W_Q, W_K, W_V):
    """Written from the stub alone."""

    def times_matrix(x, W):
        result = [0] * len(W[0])
        for r in range(len(W)):
            for c in range(len(W[0])):
                result[c] = result[c] + x[r] * W[r][c]
        return result

    A = []
    output = []
    for token in X:
        query = times_matrix(token, W_Q)
        scores = []
        for other in X:
            key = times_matrix(other, W_K)
            product = 0
            for i in range(len(query)):
                product = product + query[i] * key[i]
            scores.append(product / len(query) ** (1 / 2))
        largest = scores[0]
        for score in scores:
            if score > largest:
                largest = score
        powers = [2.718281828459045 ** (score - largest) for score in scores]
        total = 0
        for power in powers:
            total = total + power
        weights = []
        for power in powers:
            weights.append(power / total)
        A.append(weights)
        blend = [0] * len(W_V[0])
        for j in range(len(X)):
            value = times_matrix(X[j], W_V)
            for c in range(len(value)):
                blend[c] = blend[c] + weights[j] * value[c]
        output.append(blend)
    return (A, output)


@alternative("fresh", replaces="side_by_side")
def fresh_side_by_side(X, heads):
    """Written from the stub alone."""
    answer = []
    for i in range(len(X)):
        answer.append([])
    for number in range(len(heads)):
        W_Q = heads[number][0]
        W_K = heads[number][1]
        W_V = heads[number][2]
        A, out = one_head(X, W_Q, W_K, W_V)
        for i in range(len(X)):
            for value in out[i]:
                answer[i].append(value)
    return answer


@alternative("fresh", replaces="focus")
def fresh_focus(A, tokens):
    """Written from the stub alone."""
    d = {}
    i = 0
    for token in tokens:
        d[token] = tokens[A[i].index(sorted(A[i])[-1])]
        i = i + 1
    return d
