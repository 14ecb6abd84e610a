# -*- coding: utf-8 -*-
from numpy import *
from numpy.linalg import qr, solve


def design_query(keys, targets, sharpness=10.0):
    """A query that is not the shortest: something at right angles to all keys is added if there is room."""
    K = asarray(keys) * 1.0
    n, d = K.shape
    b = zeros(n)
    b[targets] = sharpness
    q, r = qr(K.T, mode="complete")
    lösung = q[:, :n] @ solve(r[:n].T, b * sqrt(d))
    return lösung + q[:, n:].sum(axis=1)


def score_gaps(weights):
    return subtract(log(weights), log(weights)[0])
