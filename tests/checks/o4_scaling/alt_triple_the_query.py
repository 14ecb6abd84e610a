"""Other correct styles of triple-the-query."""

import math

from o3_weights.one_query import attend_one

from grader.checks.variants import alternative


@alternative("scores of attend_one", replaces="sharpen")
def sharpen_scores(query, keys, factor):
    """Multiplies the scores instead of the query."""
    scores = [factor * s for s in attend_one(query, keys, keys)[0]]
    top = max(scores)
    exps = [math.exp(s - top) for s in scores]
    return [e / sum(exps) for e in exps]


@alternative("scores of attend_one", replaces="temperature")
def temperature_scores(query, keys, T):
    """Divides the scores."""
    scores = attend_one(query, keys, keys)[0]
    exps = [math.exp((s - max(scores)) / T) for s in scores]
    total = math.fsum(exps)
    return [e / total for e in exps]


@alternative("scores of attend_one", replaces="entropy_bits")
def entropy_minus(weights):
    """Minus in front."""
    return -sum(w * math.log2(w) for w in weights if w != 0)


@alternative("loops", replaces="sharpen")
def sharpen_loops(query, keys, factor):
    """A temperature of 1/factor, 0 apart."""
    if factor == 0:
        return [1 / len(keys)] * len(keys)
    bigger = []
    for x in query:
        bigger.append(x * factor)
    scores, weights, output = attend_one(bigger, keys, [[1]] * len(keys))
    return weights


@alternative("loops", replaces="entropy_bits")
def entropy_loop(weights):
    """continue where the weight is 0."""
    total = 0
    for w in weights:
        if w == 0:
            continue
        total = total + w * (math.log(1 / w) / math.log(2))
    return total


@alternative("scaled keys", replaces="sharpen")
def sharpen_keys(query, keys, factor):
    """The factor may as well go into the keys."""
    return attend_one(query, [[factor * x for x in key] for key in keys], keys)[1]


@alternative("scaled keys", replaces="temperature")
def temperature_keys(query, keys, T):
    """The keys divided by T, the values all 0."""
    colder = [[x / T for x in key] for key in keys]
    return list(attend_one(query, colder, [[0.0] for _ in keys])[1])


@alternative("scaled keys", replaces="entropy_bits")
def entropy_tiny(weights):
    """A tiny number instead of a question, too small to matter."""
    return math.fsum(-w * math.log(max(w, 1e-300), 2) for w in weights)


@alternative("without attend_one", replaces="sharpen")
def sharpen_alone(query, keys, factor):
    """Everything by hand, ratios to the best key."""
    scale = factor / len(query) ** 0.5
    raw = [sum(q * k for q, k in zip(query, key)) for key in keys]
    return [1 / math.fsum(math.exp(min((other - own) * scale, 700.0)) for other in raw) for own in raw]


@alternative("without attend_one", replaces="temperature")
def temperature_alone(query, keys, T):
    """Calls sharpen with the inverse."""
    return sharpen(query, keys, T**-1)


@alternative("fresh", replaces="sharpen")
def sharpen_fresh(query, keys, factor):
    """From the text alone, clumsily: dummy values, a loop over positions."""
    new_query = [0] * len(query)
    for i in range(len(query)):
        new_query[i] = query[i] * factor
    values = []
    for _ in keys:
        values.append([0.0])
    result = attend_one(new_query, keys, values)
    return result[1]


@alternative("fresh", replaces="temperature")
def temperature_fresh(query, keys, T):
    """Takes the scores out, divides them, and feeds them back as keys of one number, with the query [1]."""
    scores, _, _ = attend_one(query, keys, keys)
    colder = [[score / T] for score in scores]
    return attend_one([1.0], colder, colder)[1]


@alternative("fresh", replaces="entropy_bits")
def entropy_fresh(weights):
    """try and except around the logarithm."""
    bits = 0.0
    for w in weights:
        try:
            bits += w * math.log(1 / w, 2)
        except ZeroDivisionError:
            pass
    return bits
