import math

import numpy as np


def online_attention(scores, values):
    largest = -math.inf
    total = 0.0
    blend = None
    for s in scores:
        v = next(values)
        if blend is None:
            blend = np.zeros(len(v))
        if s == -math.inf:
            continue
        if s > largest:
            shrink = math.exp(largest - s)
            total = total * shrink
            blend = blend * shrink
            largest = s
        weight = math.exp(s - largest)
        total = total + weight
        blend = blend + weight * v
    if total == 0:
        return blend
    return blend / total


def shrink_to(part, largest):
    m, total, blend = part
    if m == -math.inf:
        return 0.0, np.zeros(len(blend))
    factor = math.exp(m - largest)
    return total * factor, np.asarray(blend) * factor


def merge(a, b):
    largest = max(a[0], b[0])
    total_a, blend_a = shrink_to(a, largest)
    total_b, blend_b = shrink_to(b, largest)
    return largest, total_a + total_b, blend_a + blend_b
