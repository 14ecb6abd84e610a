# -*- coding: utf-8 -*-
from numpy import *


def _float(x):
    x = asarray(x)
    return x if x.dtype == float32 else x.astype(float64)


def sdpa(Q, K, V, allowed=None):
    """One head and one query after the other, recursively over the axes in front."""
    Q, K, V = _float(Q), _float(K), _float(V)
    typ = result_type(Q, K, V)
    if allowed is None:
        allowed = ones((1, 1), dtype=bool_)
    allowed = broadcast_to(allowed, Q.shape[:-1] + (K.shape[-2],))
    if Q.ndim > 2:
        if Q.shape[0] == 0:
            return zeros(Q.shape[:-1] + V.shape[-1:], typ), zeros(Q.shape[:-1] + (K.shape[-2],), typ)
        paare = [sdpa(q, k, v, a) for q, k, v, a in zip(Q, K, V, allowed)]
        return stack([p[0] for p in paare]), stack([p[1] for p in paare])
    aus = zeros((len(Q), V.shape[1]), typ)
    A = zeros((len(Q), len(K)), typ)
    for i, q in enumerate(Q):
        offen = flatnonzero(allowed[i])
        if offen.size:
            s = K[offen] @ q / typ.type(sqrt(len(q)))
            e = exp(s - s.max())
            A[i, offen] = e / e.sum()
            aus[i] = A[i, offen] @ V[offen]
    return aus, A
