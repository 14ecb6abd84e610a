# -*- coding: utf-8 -*-
"""Schlüssel statt Frage strecken."""
from functools import partial
from math import log

from o3_weights.one_query import attend_one
from o3_weights.softmax_by_hand import softmax


def _gewichte(query, keys, f):
    werte = [[0] for _ in keys]
    s, _, _ = attend_one(query, keys, werte)
    return softmax([f(x) for x in s])


def sharpen(query: list, keys: list, factor: float) -> list:
    return _gewichte(query, keys, partial(float.__mul__, float(factor)))


def temperature(query: list, keys: list, T: float) -> list:
    return _gewichte(query, keys, lambda x: x / T)


def entropy_bits(weights, *, basis=2):
    match weights:
        case []:
            return 0
        case [w, *rest] if w > 0:
            return -w * log(w, basis) + entropy_bits(rest, basis=basis)
        case [_, *rest]:
            return entropy_bits(rest, basis=basis)
