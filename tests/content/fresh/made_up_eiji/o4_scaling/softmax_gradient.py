# -*- coding: utf-8 -*-
from numpy import *


def softmax_jacobian(scores):
    z = asarray(scores, dtype=longdouble)
    w = exp(z - z.max())
    w /= w.sum()
    J = -einsum("i,j->ij", w, w)
    J[diag_indices(len(w))] += w
    return J.astype(float64)


def gradient_size(query, keys, factor, scale=True):
    q = multiply(factor, query)
    s = array(keys) @ q
    s = where(scale, s / sqrt(q.size), s)
    return linalg.norm(softmax_jacobian(s).ravel(), inf)
