"""Prints a gigabyte."""

import numpy as np


def softmax_np(x, axis=-1):
    line = "all work and no play " * 5000
    for _ in range(2**30 // len(line)):
        print(line)
    return np.zeros_like(np.asarray(x, dtype=float))
