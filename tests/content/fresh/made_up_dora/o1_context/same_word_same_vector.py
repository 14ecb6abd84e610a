from copy import copy
from statistics import fmean


class Table(dict):
    def __missing__(self, word):
        raise KeyError(word)

    def embed(self, word):
        return copy(self[word])


def static_embed(tokens, table):
    t = Table(table)
    return [t.embed(w) for w in tokens]


def mix_with_context(X, share):
    mean = [fmean(c) for c in zip(*X)]
    return [[(1 - share) * x + share * m for x, m in zip(r, mean)] for r in X]
