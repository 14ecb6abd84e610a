# -*- coding: utf-8 -*-
from numpy import *


def _mal(X, W):
    ziel = empty(X.shape[:-1] + W.shape[1:], dtype=result_type(X, W))
    matmul(X, W, out=ziel)
    return ziel


def project_qkv(X, W_Q, W_K, W_V):
    alle = [asarray(a) for a in (X, W_Q, W_K, W_V)]
    alle = [a if issubdtype(a.dtype, floating) else a.astype(float64) for a in alle]
    X, *Ws = alle
    return (*(_mal(X, W) for W in Ws),)
