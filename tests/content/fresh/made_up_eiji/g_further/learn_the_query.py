# -*- coding: utf-8 -*-
from numpy import *


def loss_and_grad(q, K, V, target):
    """½‖wV − t‖² und sein Gradient, mit longdouble."""
    q, K, V, t = (asarray(a, dtype=longdouble) for a in (q, K, V, target))
    d = sqrt(longdouble(q.size))
    s = einsum("nd,d->n", K, q) / d
    w = exp(s - max(s))
    w = w / sum(w)
    Δ = einsum("n,nv->v", w, V) - t
    ds = w * (einsum("nv,v->n", V, Δ) - einsum("n,nv,v->", w, V, Δ))
    return float64(vdot(Δ, Δ) / 2), (ds @ K / d).astype(float64)


def learn_query(K, V, target, q0, lr=1.0, steps=300):
    def pfad(q):
        while True:
            verlust, gradient = loss_and_grad(q, K, V, target)
            yield q, verlust
            q = q - lr * gradient

    weg = pfad(array(q0, dtype=float64))
    punkte = [next(weg) for _ in range(steps + 1)]
    return punkte[-1][0], [v for _, v in punkte]
