# -*- coding: utf-8 -*-
from numpy import *


def split_heads(X, h):
    X = asarray(X)
    w, rest = divmod(X.shape[-1], h)
    if rest:
        raise ValueError(f"{h} ∤ {X.shape[-1]}")
    index = arange(h * w).reshape(h, 1, w)
    zeile = arange(X.shape[-2])[None, :, None]
    return X[..., zeile, index]


def join_heads(Y):
    Y = ascontiguousarray(moveaxis(Y, -3, -2))
    Y.shape = Y.shape[:-2] + (Y.shape[-2] * Y.shape[-1],)
    return Y
