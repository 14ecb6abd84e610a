# -*- coding: utf-8 -*-
from numpy import *


def dependency(layer, n, d, rng, trials=3):
    """Sammelt die größte Änderung, vergleicht erst am Ende."""
    Δ = zeros((n, n))
    for versuch in range(trials):
        text = rng.standard_normal((n, d))
        y = array(layer(array(text)))
        for j in arange(n):
            neu = where(arange(n)[:, None] == j, rng.standard_normal(d), text)
            Δ[:, j] = maximum(Δ[:, j], linalg.norm(layer(neu) - y, ord=inf, axis=1))
    return greater(Δ, 1e-9)


leaks = lambda layer, n, d, rng: any(triu(dependency(layer, n, d, rng), k=1))
