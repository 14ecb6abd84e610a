"""Multiplies two matrices of 6000 by 6000 in one call, where nothing of Python runs. Class C62."""

import numpy as np


def attack(bait):
    a = np.ones((6000, 6000), dtype=np.float32)
    while True:
        a = a @ a
