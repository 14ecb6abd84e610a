"""Multiplies large matrices for ever. Class C62."""

import numpy as np


def attack(bait):
    a = np.ones((1500, 1500))
    while True:
        a = a @ a * 1e-9
