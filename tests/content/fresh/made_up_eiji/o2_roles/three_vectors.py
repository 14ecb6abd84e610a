# -*- coding: utf-8 -*-
"""Recursion over the rows."""


def vec_mat(x, W):
    def schritt(i):
        if i == len(x) - 1:
            return [x[i] * w for w in W[i]]
        return [x[i] * w + rest for w, rest in zip(W[i], schritt(i + 1))]

    try:
        länge, höhe = len(x), len(W)
        assert länge == höhe
    except AssertionError as fehler:
        raise ValueError(f"{länge} ≠ {höhe}") from fehler
    return schritt(0)


qkv_one = lambda x, W_Q, W_K, W_V: (vec_mat(x, W_Q), vec_mat(x, W_K), vec_mat(x, W_V))
