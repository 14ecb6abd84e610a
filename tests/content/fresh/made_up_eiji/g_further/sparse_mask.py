# -*- coding: utf-8 -*-
from numpy import *


def sparse_mask(n, window, global_tokens=(), stride=None):
    M = zeros((n, n), dtype=bool)
    for k in range(min([window, n])):
        M |= eye(n, k=-k, dtype=bool)
    for k in range(0, n, stride if stride is not None else n):
        M |= eye(n, k=-k, dtype=bool)
    M[list(global_tokens)] = True
    M[:, list(global_tokens)] = True
    return tril(M)


def density(M):
    return sum(M) / sum(tri(len(M)))


def layers_needed(M, *, schritt=0, R=None):
    """Rekursion; es genügt eine Matrixpotenz nach der anderen."""
    R = eye(len(M), dtype=bool) if R is None else R
    if array_equal(R, tri(len(M), dtype=bool)):
        return schritt
    weiter = einsum("ij,jk->ik", R.astype(int64), asarray(M).astype(int64)) > 0
    return None if array_equal(weiter, R) else layers_needed(M, schritt=schritt + 1, R=weiter)
