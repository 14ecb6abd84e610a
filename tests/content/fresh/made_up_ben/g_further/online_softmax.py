import math
from functools import reduce

import numpy as np


def online_attention(scores, values) -> np.ndarray:
    parts = ((s, 1.0, v) if s > -math.inf else (s, 0.0, np.zeros(v.shape)) for s, v in zip(scores, values))
    _, total, blend = reduce(merge, parts)
    return blend / (total or 1.0)


def merge(a, b):
    m = max(a[0], b[0])
    if m == -math.inf:
        return m, 0.0, np.zeros_like(a[2])
    fa, fb = (math.exp(part[0] - m) for part in (a, b))
    return m, fa * a[1] + fb * b[1], fa * a[2] + fb * b[2]
