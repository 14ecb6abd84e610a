import math

import numpy as np


def design_query(keys, targets, sharpness=10.0):
    keys = np.asarray(keys, dtype=float)
    n, d = keys.shape
    wanted = np.zeros(n)
    for t in targets:
        wanted[t] = sharpness
    right_side = np.zeros(n)
    for i in range(n):
        right_side[i] = wanted[i] * math.sqrt(d)
    return np.linalg.lstsq(keys, right_side, rcond=None)[0]


def score_gaps(weights):
    weights = np.asarray(weights, dtype=float)
    gaps = np.zeros(len(weights))
    for i in range(len(weights)):
        gaps[i] = math.log(weights[i]) - math.log(weights[0])
    return gaps
