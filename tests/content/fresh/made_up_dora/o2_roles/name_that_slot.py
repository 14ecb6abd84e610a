import numpy as np


# Given: do not change.
def mystery(a, b, c):
    """Attention whose slots are shuffled: here a is the key, b the value and c the query. One to try your function on."""
    scores = c @ a.T / np.sqrt(a.shape[1])
    exps = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exps / exps.sum(axis=1, keepdims=True) @ b

from collections import OrderedDict
from itertools import permutations


def _attend(Q, K, V):
    S = Q @ K.T / np.sqrt(Q.shape[1])
    E = np.exp(S - S.max(1, keepdims=True))
    return E / E.sum(1, keepdims=True) @ V


def name_slots(f, n, d, rng):
    """Try all six orders against one call, with tables of our own."""
    tables = rng.normal(size=(3, n, d))
    seen = f(*tables)
    errors = {p: np.abs(_attend(*(tables[i] for i in p)) - seen).max() for p in permutations(range(3))}
    best = min(errors, key=errors.get)
    return OrderedDict(zip(("query", "key", "value"), best))
