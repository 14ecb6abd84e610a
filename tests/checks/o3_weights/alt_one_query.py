"""Other correct styles of one-query."""

import functools
import math
import operator

from o3_weights.softmax_by_hand import softmax

from grader.checks.variants import alternative


@alternative("loops", replaces="attend_one")
def attend_loops(query, keys, values):
    """Index loops for everything."""
    scores = []
    for i in range(len(keys)):
        s = 0
        for j in range(len(query)):
            s = s + query[j] * keys[i][j]
        s = s / math.sqrt(len(keys[i]))
        scores.append(s)
    weights = softmax(scores)
    output = []
    for j in range(len(values[0])):
        total = 0
        for i in range(len(values)):
            total = total + weights[i] * values[i][j]
        output.append(total)
    return (scores, weights, output)


@alternative("a softmax of its own", replaces="attend_one")
def attend_own_softmax(query, keys, values):
    """Does not import softmax; a list of three instead of a tuple."""
    scale = len(query) ** -0.5
    scores = [scale * math.fsum(a * b for a, b in zip(query, key)) for key in keys]
    top = max(scores)
    exps = [math.exp(s - top) for s in scores]
    z = math.fsum(exps)
    weights = [e / z for e in exps]
    return [scores, weights, [math.fsum(w * v for w, v in zip(weights, col)) for col in zip(*values)]]


@alternative("scaled query", replaces="attend_one")
def attend_scaled_query(query, keys, values):
    """Divides the query once, then multiplies; collects the output value by value."""
    small = [float(q) / math.sqrt(len(query)) for q in query]
    scores = [sum(map(operator.mul, small, key)) for key in keys]
    weights = softmax(scores)
    output = [0.0] * len(values[0])
    for weight, value in zip(weights, values):
        output = [o + weight * v for o, v in zip(output, value)]
    return scores, weights, output


@alternative("reduce", replaces="attend_one")
def attend_reduce(query, keys, values):
    """Functions on vectors, folded."""

    def times(factor, vector):
        return [factor * x for x in vector]

    def plus(a, b):
        return [x + y for x, y in zip(a, b)]

    d_k = len(keys[0])
    scores = [functools.reduce(operator.add, map(operator.mul, query, key), 0.0) / d_k**0.5 for key in keys]
    weights = list(softmax(scores))
    return scores, weights, functools.reduce(plus, map(times, weights, values))


@alternative("dictionary by position", replaces="attend_one")
def attend_dictionary(query, keys, values):
    """Clumsy: everything in dicts that are numbered."""
    table = {i: {"key": key, "value": value} for i, (key, value) in enumerate(zip(keys, values))}
    for entry in table.values():
        entry["score"] = sum([query[j] * entry["key"][j] for j in range(len(query))]) / math.sqrt(len(query))
    scores = [table[i]["score"] for i in sorted(table)]
    for i, w in enumerate(softmax(scores)):
        table[i]["weight"] = w
    output = [sum([entry["weight"] * entry["value"][j] for entry in table.values()]) for j in range(len(values[0]))]
    return scores, [table[i]["weight"] for i in sorted(table)], output


class Token:
    """A key with its value, as somebody might write it."""

    def __init__(self, key, value):
        self.key, self.value, self.score, self.weight = key, value, 0.0, 0.0


@alternative("fresh", replaces="attend_one")
def attend_fresh(query, keys, values):
    """From the text alone, clumsily: one object per key, attributes filled step by step."""
    tokens = []
    for number in range(len(keys)):
        tokens.append(Token(keys[number], values[number]))
    for token in tokens:
        position = 0
        while position < len(query):
            token.score += query[position] * token.key[position]
            position += 1
        token.score = token.score / pow(len(query), 0.5)
    for token, weight in zip(tokens, softmax([token.score for token in tokens])):
        token.weight = weight
    output = []
    for position in range(len(values[0])):
        output.append(sum(token.weight * token.value[position] for token in tokens))
    return tuple([[t.score for t in tokens], [t.weight for t in tokens], output])
