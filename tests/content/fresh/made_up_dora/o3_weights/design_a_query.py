import math

import numpy as np


class Lock:
    def __init__(self, keys):
        self.keys = np.array(keys, float)
        self.gram = self.keys @ self.keys.T

    def solve(self, wanted):
        return self.keys.T @ np.linalg.solve(self.gram, wanted)


def design_query(keys, targets, sharpness=10.0):
    lock = Lock(keys)
    wanted = [0.0] * len(lock.keys)
    for t in targets:
        wanted[t] = sharpness * math.sqrt(lock.keys.shape[1])
    return lock.solve(wanted)


def score_gaps(weights):
    return np.array([math.log(w) - math.log(weights[0]) for w in weights])
