from functools import reduce
from operator import or_

import numpy as np


class Probe:
    def __init__(self, layer, text):
        self.layer, self.text = layer, text
        self.before = self.run(text)

    def run(self, text):
        return np.array(self.layer(text.copy()), copy=True)

    def column(self, j, token):
        other = self.text.copy()
        other[j] = token
        return np.any(np.abs(self.run(other) - self.before) > 1e-9, axis=-1)


def dependency(layer, n, d, rng, trials=3):
    def once():
        probe = Probe(layer, rng.standard_normal((n, d)))
        return np.column_stack([probe.column(j, rng.standard_normal(d)) for j in range(n)])

    return reduce(or_, (once() for _ in range(trials)))


def leaks(layer, n, d, rng):
    table = dependency(layer, n, d, rng, trials=5)
    print(table.astype(int))
    return bool(table[np.triu_indices(n, k=1)].any())
