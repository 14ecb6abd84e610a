from collections import OrderedDict
from dataclasses import dataclass

import numpy as np


@dataclass
class Cache:
    K: np.ndarray
    V: np.ndarray

    def __add__(self, other):
        return Cache(np.vstack([self.K, other.K]), np.vstack([self.V, other.V]))

    def as_dict(self):
        return OrderedDict(K=self.K, V=self.V)


def empty_cache(d_k, d_v):
    return Cache(np.zeros([0, d_k]), np.zeros([0, d_v])).as_dict()


def extend(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    old = Cache(np.asarray(cache["K"], float), np.asarray(cache["V"], float))
    Q = project(X_new, W_Q)
    both = old + Cache(np.asarray(project(X_new, W_K)), np.asarray(project(X_new, W_V)))
    n = len(old.K)
    Y = np.zeros((len(Q), both.V.shape[1]))
    for t, q in enumerate(np.asarray(Q)):
        s = both.K[: n + t + 1] @ q / np.sqrt(q.size)
        w = np.exp(s - s.max())
        Y[t] = (w / w.sum()) @ both.V[: n + t + 1]
    print("cache has", len(both.K), "rows")
    return Y, both.as_dict()
