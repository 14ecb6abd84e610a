# -*- coding: utf-8 -*-
from numpy import *


def online_attention(scores, values):
    """Nur zwei Größen: ln der Summe und der Mittelwert."""
    L, mittel = -inf, None
    for s in scores:
        v = next(values)
        mittel = zeros(shape(v)) if mittel is None else mittel
        if s == -inf:
            continue
        neu = logaddexp(L, s)
        mittel = mittel + (v - mittel) * exp(s - neu)
        L = neu
    return mittel


def merge(a, b):
    m = maximum(a[0], b[0])
    f = [0.0 if isneginf(teil[0]) else exp(teil[0] - m) for teil in (a, b)]
    return tuple([m, f[0] * a[1] + f[1] * b[1], f[0] * a[2] + f[1] * b[2]])
