import numpy as np
from o3_weights.softmax_rows import softmax_np


class Softmax:
    def __init__(self, scores):
        self.w = softmax_np(np.array(scores, dtype=np.float64))

    def d(self, i, j):
        return self.w[i] * ((i == j) - self.w[j])

    def table(self):
        n = self.w.size
        return np.fromfunction(np.vectorize(self.d, otypes=[float]), (n, n), dtype=int)


def softmax_jacobian(scores):
    return Softmax(scores).table()


def gradient_size(query, keys, factor, scale=True):
    root = {True: np.sqrt(len(query)), False: 1}[bool(scale)]
    scores = [factor * np.dot(query, k) / root for k in keys]
    return Softmax(scores).table().max()
