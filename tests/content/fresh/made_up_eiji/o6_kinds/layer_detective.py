# -*- coding: utf-8 -*-
from numpy import *

ARTEN = array(["cross", "self", "masked self"])


def classify_layer(layer, d, rng):
    """Nur die Zielwörter werden geändert: ein Bild davon, welche Ausgabe von welchem Wort abhängt."""
    n = 4
    T, S = rng.standard_normal((n, d)), rng.standard_normal((6, d))
    Y = array(layer(T.copy(), S.copy()))
    B = zeros((n, n), dtype=bool)
    for j in range(n):
        T2 = where(arange(n)[:, None] == j, rng.standard_normal(d), T)
        B[:, j] = abs(layer(T2, S.copy()) - Y).max(axis=1) > 1e-9
    unten, oben = B[tril_indices(n, -1)].any(), B[triu_indices(n, 1)].any()
    return ARTEN[0 if not unten else 1 if oben else 2]
