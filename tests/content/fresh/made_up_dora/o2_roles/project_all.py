from collections import namedtuple

import numpy as np

QKV = namedtuple("QKV", ["Q", "K", "V"])


class Projector:
    """One big matrix, then cut."""

    def __init__(self, *Ws):
        self.Ws = [np.asarray(W) for W in Ws]
        self.cuts = np.cumsum([W.shape[1] for W in self.Ws])[:-1]

    def __call__(self, X):
        big = np.concatenate(self.Ws, axis=1)
        kind = np.result_type(X, big)
        if kind.kind != "f":
            kind = float
        out = np.tensordot(X.astype(kind), big.astype(kind), axes=1)
        return QKV(*np.split(out, self.cuts, axis=-1))


def project_qkv(X, W_Q, W_K, W_V):
    return Projector(W_Q, W_K, W_V)(np.asarray(X))
