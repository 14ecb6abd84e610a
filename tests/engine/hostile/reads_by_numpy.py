"""Reads a file through numpy's C code. Class B41."""

import numpy as np


def attack(bait):
    return np.fromfile(bait["path"], dtype="u1").tobytes()
