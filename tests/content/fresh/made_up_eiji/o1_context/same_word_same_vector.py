# -*- coding: utf-8 -*-
from fractions import Fraction


def static_embed(tokens, table):
    match list(tokens):
        case []:
            return []
        case [wort, *rest]:
            return [[*table[wort]], *static_embed(rest, table)]


def mix_with_context(X, share):
    """Genau, mit Brüchen."""
    ι, n = Fraction(share), len(X)
    mittel = [sum(map(Fraction, spalte)) / n for spalte in zip(*X)]
    return [[float((1 - ι) * Fraction(x) + ι * m) for x, m in zip(zeile, mittel)] for zeile in X]
