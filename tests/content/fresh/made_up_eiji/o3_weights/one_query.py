# -*- coding: utf-8 -*-
"""Recursion all the way."""
from o3_weights.softmax_by_hand import softmax

WURZEL: dict[int, float] = {}


def wurzel(d: int) -> float:
    if d not in WURZEL:
        WURZEL[d] = d**0.5
    return WURZEL[d]


def skalar(a, b):
    return a[0] * b[0] + skalar(a[1:], b[1:]) if a else 0


def mische(gewichte, werte):
    match gewichte:
        case []:
            return []
        case [w]:
            return [w * x for x in werte[0]]
        case [w, *rest]:
            return [w * x + y for x, y in zip(werte[0], mische(rest, werte[1:]))]


def attend_one(query: list, keys: list, values: list) -> tuple:
    scores = [skalar(query, k) / wurzel(len(query)) for k in keys]
    return (scores, (weights := softmax(scores)), mische(weights, values))
