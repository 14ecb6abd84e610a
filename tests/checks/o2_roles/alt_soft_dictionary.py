"""Other correct ways of soft-dictionary."""

import math
from operator import mul

from grader.checks.variants import alternative


@alternative("index and loops", replaces="hard_lookup")
def hard_index(query, keys, values):
    """list.index and a try."""
    try:
        return values[keys.index(query)].copy()
    except ValueError:
        return None


@alternative("index and loops", replaces="soft_lookup")
def soft_loops(query, keys, values, sharpness=1.0):
    """Loops only, with a softmax of its own."""
    scores = []
    for key in keys:
        s = 0.0
        for i in range(len(query)):
            s += query[i] * key[i]
        scores.append(sharpness * s / len(query) ** 0.5)
    largest = scores[0]
    for s in scores:
        if s > largest:
            largest = s
    exps = []
    total = 0.0
    for s in scores:
        exps.append(math.exp(s - largest))
        total += exps[-1]
    weights = [e / total for e in exps]
    output = [0.0] * len(values[0])
    for w, value in zip(weights, values):
        for j in range(len(value)):
            output[j] += w * value[j]
    return output, weights


@alternative("dict of tuples", replaces="hard_lookup")
def hard_dict(query, keys, values):
    """A real dict, filled from the back so that the first key wins."""
    table = {}
    for key, value in reversed(list(zip(keys, values))):
        table[tuple(key)] = list(value)
    return table.get(tuple(query))


@alternative("dict of tuples", replaces="soft_lookup")
def soft_tripled_query(query, keys, values, sharpness=1.0):
    """Puts the sharpness into the query, and log-sum-exp into the weights."""
    q = [sharpness * x / math.sqrt(len(query)) for x in query]
    scores = [sum(map(mul, q, key)) for key in keys]
    top = max(scores)
    log_total = top + math.log(math.fsum(math.exp(s - top) for s in scores))
    weights = [math.exp(s - log_total) for s in scores]
    return [sum(map(mul, weights, column)) for column in zip(*values)], weights


@alternative("generator and next", replaces="hard_lookup")
def hard_next(query, keys, values):
    """next with a default."""
    return next(([*v] for k, v in zip(keys, values) if all(a == b for a, b in zip(k, query))), None)


@alternative("generator and next", replaces="soft_lookup")
def soft_one_pass(query, keys, values, sharpness=1.0):
    """One pass with a running maximum, total and blend."""
    top, total, out = -math.inf, 0.0, [0.0] * len(values[0])
    scores = [sharpness * sum(a * b for a, b in zip(query, key)) / math.sqrt(len(key)) for key in keys]
    for s, value in zip(scores, values):
        new = max(top, s)
        keep = math.exp(top - new) if total else 0.0
        e = math.exp(s - new)
        total = total * keep + e
        out = [o * keep + e * x for o, x in zip(out, value)]
        top = new
    return [o / total for o in out], [math.exp(s - top) / total for s in scores]


@alternative("class", replaces="soft_lookup")
def soft_class(query, keys, values, sharpness=1.0):
    """A small class; returns a list of two."""

    class SoftDict:
        def __init__(self, items):
            self.items = items

        def __getitem__(self, q):
            root = math.sqrt(len(q))
            weights = softmax([sharpness * (sum(x * y for x, y in zip(q, k)) / root) for k, _ in self.items])  # noqa: F821
            width = len(self.items[0][1])
            return [[sum(w * v[j] for w, (_, v) in zip(weights, self.items)) for j in range(width)], weights]

    return SoftDict(list(zip(keys, values)))[query]


@alternative("recursion", replaces="hard_lookup")
def hard_recursive(query, keys, values):
    """First entry, or look in the rest."""
    if not keys:
        return None
    return list(values[0]) if keys[0] == query else hard_lookup(query, keys[1:], values[1:])  # noqa: F821


@alternative("fresh", replaces="hard_lookup")
def hard_fresh(query, keys, values):
    """A flag and a while loop."""
    i = 0
    found = False
    while i < len(keys) and not found:
        same = len(keys[i]) == len(query)
        for a, b in zip(keys[i], query):
            if a != b:
                same = False
        if same:
            found = True
        else:
            i += 1
    if not found:
        return None
    answer = []
    answer.extend(values[i])
    return answer


@alternative("fresh", replaces="soft_lookup")
def soft_fresh(query, keys, values, sharpness=1.0):
    """Four small loops, with the given softmax."""
    d = len(query)
    scores = []
    for key in keys:
        products = []
        for i in range(d):
            products.append(query[i] * key[i])
        scores.append(sum(products) * sharpness / math.sqrt(d))
    weights = softmax(scores)  # noqa: F821
    answer = []
    for j in range(len(values[0])):
        number = 0
        for i in range(len(values)):
            number += weights[i] * values[i][j]
        answer.append(number)
    return (answer, weights)
