"""Other correct ways of same-word-same-vector."""

import copy
from statistics import fmean

from grader.checks.variants import alternative


@alternative("loops", replaces="static_embed")
def embed_loops(tokens, table):
    """Index loops and append."""
    result = []
    for i in range(len(tokens)):
        row = []
        for number in table[tokens[i]]:
            row.append(number)
        result.append(row)
    return result


@alternative("loops", replaces="mix_with_context")
def mix_loops(X, share):
    """Index loops and append."""
    n = len(X)
    d = len(X[0])
    mean = [0.0] * d
    for i in range(n):
        for k in range(d):
            mean[k] += X[i][k]
    for k in range(d):
        mean[k] = mean[k] / n
    result = []
    for i in range(n):
        new = []
        for k in range(d):
            new.append((1 - share) * X[i][k] + share * mean[k])
        result.append(new)
    return result


@alternative("move towards the mean", replaces="mix_with_context")
def mix_towards(X, share):
    """Each number moves the part `share` of the way to its average."""
    averages = list(map(fmean, zip(*X)))
    return [[x + share * (m - x) for x, m in zip(row, averages)] for row in X]


@alternative("deepcopy first", replaces="static_embed")
def embed_deepcopy(tokens, table):
    """A deep copy of each row."""
    return list(map(lambda t: copy.deepcopy(table[t]), tokens))


@alternative("deepcopy first", replaces="mix_with_context")
def mix_deepcopy(X, share):
    """Copies X and then works in place on the copy."""
    out = copy.deepcopy(X)
    for k in range(len(X[0])):
        m = 0
        for row in X:
            m += row[k] / len(X)
        for row in out:
            row[k] *= 1 - share
            row[k] += share * m
    return out


@alternative("one big sum per entry", replaces="mix_with_context")
def mix_weights(X, share):
    """Gives every pair of tokens its weight: share / n, and 1 - share more for itself."""
    n = len(X)

    def weight(i, j):
        return share / n + (1 - share if i == j else 0)

    return [[sum(weight(i, j) * X[j][k] for j in range(n)) for k in range(len(X[0]))] for i in range(n)]


@alternative("class and generators", replaces="static_embed")
def embed_class(tokens, table):
    """A small class with a method, rows as tuples unpacked into lists."""

    class Lookup:
        def __init__(self, rows):
            self.rows = {word: tuple(row) for word, row in rows.items()}

        def of(self, word):
            return [*self.rows[word]]

    lookup = Lookup(table)
    return [*(lookup.of(word) for word in tokens)]


@alternative("class and generators", replaces="mix_with_context")
def mix_recursive(X, share):
    """Adds the rows up by recursion."""

    def total(rows):
        if len(rows) == 1:
            return rows[0]
        middle = len(rows) // 2
        return [a + b for a, b in zip(total(rows[:middle]), total(rows[middle:]))]

    sums = total(X)
    return [list((1 - share) * x + share * s / len(X) for x, s in zip(row, sums)) for row in X]


@alternative("fresh", replaces="static_embed")
def embed_fresh(tokens, table):
    """While loops, an extra list, slices."""
    answer = []
    position = 0
    while position < len(tokens):
        word = tokens[position]
        if word in table:
            vector = table[word]
            answer = answer + [vector[0 : len(vector)]]
        position = position + 1
    return answer


@alternative("fresh", replaces="mix_with_context")
def mix_fresh(X, share):
    """Turns the table on its side, averages, and turns it back."""
    rows = len(X)
    flipped = []
    for column in range(len(X[0])):
        flipped.append([row[column] for row in X])
    mixed = []
    for column in flipped:
        middle = sum(column) / rows
        mixed.append([number * (1 - share) + middle * share for number in column])
    back = []
    for i in range(rows):
        back.append([mixed[k][i] for k in range(len(mixed))])
    return back
