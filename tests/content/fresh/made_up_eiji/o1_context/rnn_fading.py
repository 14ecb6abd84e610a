# -*- coding: utf-8 -*-
from math import log2


def rnn_states(xs, a, b):
    if not xs:
        return []
    *vorher, x = xs
    h = rnn_states(vorher, a, b)
    return h + [a * (h[-1] if h else 0.0) + b * x]


def influence(n, a, b):
    def potenzen():
        p = b
        while True:
            yield p
            p *= a

    quelle = potenzen()
    return list(reversed([next(quelle) for _ in range(n)]))


half_life = lambda a: 1 / log2(1 / a)


def measured_influence(f, xs, eps=1e-4):
    Δ = []
    vorher = f(xs[:])
    for j, x in enumerate(xs):
        Δ += [(f(xs[:j] + [x + eps] + xs[j + 1 :]) - vorher) / eps]
    return Δ
