import math

import numpy as np


class Scores:
    def __init__(self, query, keys):
        self.s = [math.fsum(float(x) * float(y) for x, y in zip(query, k)) / math.sqrt(len(query)) for k in keys]

    def __getitem__(self, ab):
        a, b = ab
        return self.s[a] - self.s[b]


def log_weight_ratio(query, keys, a, b):
    return Scores(query, keys)[a, b]


def ratio_is_locked(query, keys, a, b, extra_key):
    before = Scores(query, keys)[a, b]
    after = Scores(query, list(keys) + [extra_key])[a, b]
    return math.isclose(before, after, rel_tol=0, abs_tol=1e-9)
