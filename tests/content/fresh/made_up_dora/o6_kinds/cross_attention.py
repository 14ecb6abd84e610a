from collections import namedtuple
from dataclasses import dataclass

import numpy as np

Read = namedtuple("Read", "output A")


@dataclass
class Source:
    X: np.ndarray
    real: np.ndarray

    def keys_values(self, *Ws):
        X = np.where(self.real[..., None], self.X, 0.0)
        return [np.einsum("...sd,dk->...sk", X, W) for W in Ws]


def cross_attention(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    X_src = np.asarray(X_src, float)
    real = np.ones(X_src.shape[:-1], bool) if src_real is None else np.asarray(src_real, bool)
    K, V = Source(X_src, real).keys_values(W_K, W_V)
    Q = np.einsum("...td,dk->...tk", X_tgt, W_Q)
    S = np.einsum("...tk,...sk->...ts", Q, K) / np.sqrt(np.shape(W_Q)[1])
    S = S + np.where(real, 0, -np.inf)[..., None, :]
    top = S.max(axis=-1, keepdims=True)
    E = np.exp(S - np.nan_to_num(top, neginf=0.0))
    Z = E.sum(axis=-1, keepdims=True)
    A = E / (Z + (Z == 0))
    return Read(A @ V, A)
