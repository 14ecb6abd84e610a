"""Asks for eight gigabytes."""

import numpy as np


def softmax_np(x, axis=-1):
    ballast = np.ones(8 * 2**30 // 8)
    return np.asarray(x) / ballast.sum()
