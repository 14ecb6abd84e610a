# -*- coding: utf-8 -*-
from fractions import Fraction
from math import comb


def cost_row(n, d, window=None, bytes_per=2):
    match window:
        case None:
            zellen = n**2
        case w if w >= n:
            zellen = comb(n + 1, 2)
        case w:
            zellen = comb(n + 1, 2) - comb(n - w + 1, 2)
    return dict(projections=n * (2 * d) ** 2, attention=d * zellen << 1, bytes=bytes_per * zellen, cells=zellen)


def crossover(d):
    n = Fraction(4 * d * d, 2 * d)
    assert n.denominator == 1
    return n.numerator


kv_cache_bytes = lambda layers, kv_heads, d_head, n, bytes_per=2: layers * kv_heads * (d_head + d_head) * n * bytes_per
