# -*- coding: utf-8 -*-
from numpy import *
from functools import lru_cache


def tiled_attention(Q, K, V, block=64, causal=False):
    """Zwei Durchgänge: erst die größten Punktestände, dann Summe und Mischung."""
    Q, K, V = asarray(Q), asarray(K), asarray(V)
    typ = float32 if Q.dtype == K.dtype == V.dtype == float32 else float64
    n, m = len(Q), len(K)
    aus = empty((n, V.shape[1]), dtype=typ)

    def kachel(i, j):
        S = Q[i : i + block].astype(float64) @ K[j : j + block].T / sqrt(Q.shape[1])
        if causal:
            zeilen, spalten = ogrid[i : i + len(S), j : j + S.shape[1]]
            S = where(spalten <= zeilen + m - n, S, -inf)
        return S

    for i in range(0, n, block):
        größte = None
        for j in range(0, m, block):
            hier = kachel(i, j).max(axis=1, keepdims=True)
            größte = hier if größte is None else maximum(größte, hier)
        größte = where(größte == -inf, 0, größte)
        Σ, mix = 0.0, 0.0
        for j in range(0, m, block):
            e = exp(kachel(i, j) - größte)
            Σ = Σ + e.sum(axis=1, keepdims=True)
            mix = mix + e @ V[j : j + block]
        with errstate(divide="ignore", invalid="ignore"):
            aus[i : i + block] = where(Σ > 0, mix / Σ, 0)
    return aus
