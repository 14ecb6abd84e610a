from enum import Enum

import numpy as np


class Kind(Enum):
    SELF = "self"
    MASKED = "masked self"
    CROSS = "cross"


class Detective:
    def __init__(self, layer, d, rng):
        self.layer, self.d, self.rng = layer, d, rng

    def fresh(self, n):
        return self.rng.normal(size=(n, self.d))

    def first_row_moves(self):
        """Row 0 under a new second target token: only self lets it move."""
        t, s = self.fresh(2), self.fresh(5)
        other = np.vstack([t[:1], self.fresh(1)])
        return self.differ(self.layer(t, s)[0], self.layer(other, s)[0])

    def source_matters(self):
        t = self.fresh(2)
        return self.differ(self.layer(t, self.fresh(4)), self.layer(t, self.fresh(4)))

    @staticmethod
    def differ(a, b):
        return bool(np.any(np.abs(np.asarray(a) - np.asarray(b)) >= 1e-9))

    def verdict(self):
        if self.source_matters():
            return Kind.CROSS
        return Kind.SELF if self.first_row_moves() else Kind.MASKED


def classify_layer(layer, d, rng):
    return Detective(layer, d, rng).verdict().value
