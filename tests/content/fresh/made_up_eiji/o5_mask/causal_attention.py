# -*- coding: utf-8 -*-
from numpy import *
from numpy import ma


def causal_mask(n_q, n_k=None):
    """Rekursiv, Zeile für Zeile."""
    n_k = n_q if n_k is None else n_k

    def zeilen(i):
        if i == n_q:
            return
        yield [j <= i + n_k - n_q for j in range(n_k)]
        yield from zeilen(i + 1)

    return array(list(zeilen(0)), dtype=bool).reshape(n_q, n_k)


def causal_attention(Q, K, V):
    Q, K, V = (asarray(a) for a in (Q, K, V))
    typ = result_type(Q, K, V)
    typ = typ if typ == float32 else float64
    S = matmul(Q, swapaxes(K, -1, -2)).astype(typ) / typ.type(sqrt(Q.shape[-1])) if hasattr(typ, "type") else matmul(Q * 1.0, swapaxes(K, -1, -2)) / sqrt(Q.shape[-1])
    zu = broadcast_to(~causal_mask(Q.shape[-2], K.shape[-2]), S.shape)
    M = ma.array(S, mask=zu)
    E = ma.exp(M - M.max(axis=-1, keepdims=True))
    A = (E / E.sum(axis=-1, keepdims=True)).filled(0).astype(typ)
    return A @ V.astype(typ), A
