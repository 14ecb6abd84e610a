"""Other correct styles of softmax-by-hand."""

import functools
import itertools
import math
import operator

from grader.checks.variants import alternative


@alternative("loops and append", replaces="softmax")
def softmax_loops(xs):
    """Three loops, special cases first."""
    if len(xs) == 0:
        return []
    biggest = xs[0]
    for x in xs:
        if x > biggest:
            biggest = x
    weights = []
    if biggest == float("-inf"):
        for _ in xs:
            weights.append(0.0)
        return weights
    total = 0
    for x in xs:
        e = math.exp(x - biggest)
        weights.append(e)
        total = total + e
    for i in range(len(weights)):
        weights[i] = weights[i] / total
    return weights


@alternative("log-sum-exp", replaces="softmax")
def softmax_log(xs):
    """e^(x - logsumexp)."""
    top = max(xs, default=-math.inf)
    if math.isinf(top):
        return [0.0 for _ in xs]
    offset = top + math.log(math.fsum(math.exp(x - top) for x in xs))
    return [math.exp(x - offset) for x in xs]


@alternative("map and reduce", replaces="softmax")
def softmax_functional(xs):
    """Functions only; a total of 0 counts as 1."""
    finite = [x for x in xs if x != -math.inf]
    top = functools.reduce(max, finite, -1e308)
    exps = tuple(map(lambda x: math.exp(x - top) if x in finite[:0] or x > -math.inf else 0, xs))
    total = functools.reduce(operator.add, exps, 0) or 1
    return list(map(lambda e: e / total, exps))


@alternative("math.e and a guard", replaces="softmax")
def softmax_e(xs):
    """math.e to a power; a try instead of questions."""
    scores = [float(x) for x in xs]
    try:
        top = max(scores)
        powers = [math.e ** (x - top) for x in scores]
        total = sum(powers)
        return [p / total if total == total else 0.0 for p in powers]
    except ValueError:
        return []


@alternative("accumulate", replaces="softmax")
def softmax_accumulate(xs):
    """The last partial sum is the total; a tuple comes back, as a list."""
    weights = []
    if xs:
        top = sorted(xs)[-1]
        exps = [0.0 if x == -math.inf else math.exp(x - top) for x in xs]
        *_, total = itertools.accumulate(exps)
        weights.extend(e / total if total > 0 else 0.0 for e in exps)
    return weights


@alternative("one pass", replaces="softmax")
def softmax_online(xs):
    """Largest score and total in a single pass: the total is rescaled whenever a larger score turns up."""
    top, total = -math.inf, 0.0
    for x in xs:
        if x > top:
            total *= math.exp(top - x)
            top = x
        if x > -math.inf:
            total += math.exp(x - top)
    return [math.exp(x - top) / total if x > -math.inf else 0.0 for x in xs]


@alternative("fresh", replaces="softmax")
def softmax_fresh(xs):
    """From the text alone, clumsily: while loops, pow, a list of blocked places."""
    n = len(xs)
    if n == 0:
        return list()
    blocked = []
    i = 0
    while i < n:
        blocked.append(xs[i] == float("-inf"))
        i += 1
    if False not in blocked:
        return [0.0 * k for k in range(n)]
    biggest = None
    for j in range(n):
        if not blocked[j] and (biggest is None or float(xs[j]) >= biggest):
            biggest = float(xs[j])
    powers = {}
    for j in range(n):
        powers[j] = 0 if blocked[j] else math.pow(math.e, float(xs[j]) - biggest)
    total = sum(powers.values())
    weights = [None] * n
    for j, power in powers.items():
        weights[j] = power / total
    return weights
