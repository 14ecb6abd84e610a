# -*- coding: utf-8 -*-
from numpy import *
from numpy.linalg import lstsq


def recover_divisor(Q, K, A):
    """Kleinste Quadrate: ln A = raw·(1/c) + konst_i."""
    roh = einsum("id,jd->ij", Q, K)
    m, n = roh.shape
    spalten = hstack([roh.reshape(-1, 1), repeat(eye(m), n, axis=0)])
    lösung, *_ = lstsq(spalten, log(A).ravel(), rcond=None)
    return 1 / lösung[0]


NAMEN = array(["sqrt(d_k)", "none", "d_k", "sqrt(d_model)", "sqrt(n)", "inverted"])


def name_the_scale(Q, K, A, d_model):
    d, n = Q.shape[-1], K.shape[0]
    zahlen = array([sqrt(d), 1.0, d, sqrt(d_model), sqrt(n), 1 / sqrt(d)])
    return NAMEN[argmin(abs(zahlen - recover_divisor(Q, K, A)))]
