import math
from typing import NamedTuple

import numpy as np


class Pair(NamedTuple):
    W_Q2: np.ndarray
    W_K2: np.ndarray


class Bilinear:
    def __init__(self, W_Q, W_K):
        self.Q, self.K = np.array(W_Q, float), np.array(W_K, float)

    @property
    def M(self):
        return self.Q @ self.K.T

    def S(self, X):
        X = np.array(X, float)
        return X @ self.M @ X.T / math.sqrt(self.Q.shape[-1])


def bilinear(W_Q, W_K):
    return Bilinear(W_Q, W_K).M


def scores(X, W_Q, W_K):
    return Bilinear(W_Q, W_K).S(X)


def asymmetry(X, W_Q, W_K):
    S = scores(X, W_Q, W_K)
    return float(max(abs(S[i, j] - S[j, i]) for i in range(len(S)) for j in range(len(S))))


def rebase(W_Q, W_K, B):
    """B on the side of the key."""
    old = Bilinear(W_Q, W_K)
    return Pair(np.linalg.solve(np.array(B, float), old.Q.T).T, old.K @ np.array(B, float))
