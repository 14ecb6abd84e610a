# -*- coding: utf-8 -*-
from numpy import *
from numpy.lib.stride_tricks import sliding_window_view


def window_mask(n, w):
    i, j = ogrid[:n, :n]
    return logical_and(i - w < j, j <= i)


def window_attention(Q, K, V, w):
    Q, K, V = asarray(Q) * 1.0, asarray(K) * 1.0, asarray(V) * 1.0
    n, d = Q.shape
    w = minimum(w, n)
    vorn = ((w - 1, 0), (0, 0))
    Kw = sliding_window_view(pad(K, vorn), w, axis=0)
    Vw = sliding_window_view(pad(V, vorn), w, axis=0)
    echt = sliding_window_view(pad(ones(n), (w - 1, 0)), w) > 0
    S = ma.array(einsum("id,idw->iw", Q, Kw) / sqrt(d), mask=~echt)
    E = ma.exp(S - S.max(axis=1)[:, None]).filled(0)
    return einsum("iw,ivw->iv", E / E.sum(axis=1)[:, None], Vw)


reach = lambda w, layers: sum([w - 1] * layers)
