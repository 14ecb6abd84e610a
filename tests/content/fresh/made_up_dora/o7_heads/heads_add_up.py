import numpy as np
from o7_heads.multi_head import multi_head


class Heads:
    def __init__(self, X, W_Q, W_K, W_V, W_O, h, allowed):
        joined, _ = multi_head(X, X, W_Q, W_K, W_V, np.eye(len(W_O)), h, allowed)
        self.parts = np.split(joined, h, axis=-1)
        self.rows = np.split(np.asarray(W_O), h)

    def __iter__(self):
        return (o @ r for o, r in zip(self.parts, self.rows))


def head_contributions(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    return np.array(list(Heads(X, W_Q, W_K, W_V, W_O, h, allowed)))


def ablate(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    out = np.zeros(np.shape(X))
    for i, part in enumerate(Heads(X, W_Q, W_K, W_V, W_O, h, allowed)):
        if i not in set(off):
            out += part
    return out
