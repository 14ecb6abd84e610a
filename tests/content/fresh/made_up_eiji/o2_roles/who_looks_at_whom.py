# -*- coding: utf-8 -*-
from numpy import *


def bilinear(W_Q, W_K):
    return tensordot(asarray(W_Q), asarray(W_K), axes=(1, 1)).astype(longdouble).astype(float64)


def scores(X, W_Q, W_K):
    F, S = asarray(X) @ asarray(W_Q), asarray(X) @ asarray(W_K)
    return array([[vdot(f, s) / sqrt(len(f)) for s in S] for f in F])


def asymmetry(X, W_Q, W_K):
    S = scores(X, W_Q, W_K)
    return max(abs(S - transpose(S)))


def rebase(W_Q, W_K, B):
    B = matrix_ = asarray(B)
    return matmul(W_Q, B.T), matmul(W_K, linalg.inv(B))
