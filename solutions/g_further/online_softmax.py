"""Softmax in one pass: a running maximum, a running total and a running blend."""

import math

import numpy as np


def online_attention(scores, values):
    """The softmax-weighted average of the values, read once: an array (d_v,)."""
    largest = -math.inf
    total = blend = 0.0
    for score, value in zip(scores, values):
        new_largest = max(largest, score)
        if new_largest == -math.inf:
            blend = np.zeros(len(value))  # all masked so far
            continue
        shrink = math.exp(largest - new_largest)  # what was measured against the old largest; 0 at the first score
        part = math.exp(score - new_largest)  # 0 if masked
        total = total * shrink + part
        blend = blend * shrink + part * value
        largest = new_largest
    return blend if largest == -math.inf else blend / total  # all masked: zeros


def merge(a, b):
    """The partial result (largest, total, blend) of two parts together."""
    largest_a, total_a, blend_a = a
    largest_b, total_b, blend_b = b
    largest = max(largest_a, largest_b)
    if largest == -math.inf:
        return -math.inf, 0.0, np.zeros(len(blend_a))  # both are empty
    shrink_a, shrink_b = math.exp(largest_a - largest), math.exp(largest_b - largest)
    return largest, total_a * shrink_a + total_b * shrink_b, blend_a * shrink_a + blend_b * shrink_b
