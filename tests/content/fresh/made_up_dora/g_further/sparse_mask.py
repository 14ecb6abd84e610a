from functools import reduce
from operator import or_

import numpy as np


class Rule:
    def __init__(self, n):
        self.n = n
        self.i, self.j = np.ogrid[:n, :n]

    def window(self, w):
        return self.i - self.j < w

    def globals(self, tokens):
        for g in tokens:
            yield (self.i == g) | (self.j == g)

    def stride(self, s):
        if s is not None:
            yield (self.i - self.j) % s == 0


def sparse_mask(n, window, global_tokens=(), stride=None):
    r = Rule(n)
    rules = [r.window(window), *r.globals(global_tokens), *r.stride(stride)]
    return np.logical_and(reduce(or_, rules), r.j <= r.i)


def density(M):
    return float(np.asarray(M)[np.tril_indices(len(M))].mean())


def layers_needed(M):
    """Breadth first from every token."""
    n = len(M)
    sees = [set(np.flatnonzero(row).tolist()) for row in M]
    longest = 0
    for i in range(n):
        known, layers = {i}, 0
        while len(known) < i + 1:
            more = set().union(*(sees[j] for j in known))
            if more == known:
                return None
            known, layers = more, layers + 1
        longest = max(longest, layers)
    return longest
