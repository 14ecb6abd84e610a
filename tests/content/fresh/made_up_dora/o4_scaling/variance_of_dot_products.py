import statistics
from collections import namedtuple

import numpy as np

Stats = namedtuple("Stats", "mean variance")


class Dice:
    def __init__(self, rng, d):
        self.rng, self.d = rng, d

    def vector(self):
        return self.rng.normal(0, 1, self.d)

    def score(self, q, k, scale):
        return float(q @ k) / (self.d**0.5 if scale else 1)


def dot_stats(d_k, n_samples, rng, scale=True):
    dice = Dice(rng, d_k)
    s = [dice.score(dice.vector(), dice.vector(), scale) for _ in range(n_samples)]
    m = statistics.fmean(s)
    return Stats(m, statistics.pvariance(s, m))


def mean_top_weight(d_k, n_keys, trials, rng, scale=True):
    dice = Dice(rng, d_k)
    tops = []
    for _ in range(trials):
        q = dice.vector()
        s = rng.normal(size=(n_keys, d_k)) @ q
        if scale:
            s /= d_k**0.5
        tops.append(1 / np.exp(s - s.max()).sum())
    return statistics.fmean(tops)
