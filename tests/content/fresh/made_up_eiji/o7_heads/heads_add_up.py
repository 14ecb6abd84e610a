# -*- coding: utf-8 -*-
from numpy import *
from o7_heads.multi_head import multi_head


def head_contributions(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    alle = multi_head(X, X, W_Q, W_K, W_V, identity(shape(W_O)[0]), h, allowed)[0]
    n, d = alle.shape
    return einsum("nhk,hkd->hnd", alle.reshape(n, h, d // h), reshape(W_O, (h, d // h, d)))


def ablate(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    W_O = array(W_O, dtype=float64)
    breite = len(W_O) // h
    for i in off:
        W_O[i * breite : (i + 1) * breite] = 0
    return multi_head(X, X, W_Q, W_K, W_V, W_O, h, allowed=allowed)[0]
