import math
from typing import NamedTuple

import numpy as np


class Part(NamedTuple):
    largest: float = -math.inf
    total: float = 0.0
    blend: np.ndarray = 0.0

    def to(self, top):
        if self.largest == -math.inf:
            return 0.0, self.blend * 0
        f = math.exp(self.largest - top)
        return f * self.total, f * self.blend

    def __or__(self, other):
        top = max(self.largest, other.largest)
        (t1, b1), (t2, b2) = self.to(top), other.to(top)
        return Part(top, t1 + t2, b1 + b2)


def merge(a, b):
    return Part(*a) | Part(*b)


def online_attention(scores, values):
    state = Part()
    for s, v in zip(scores, values):
        state |= Part(s, float(s != -math.inf), np.array(v, float) * (s != -math.inf))
    return np.asarray(state.blend) / max(state.total, 1e-300)
