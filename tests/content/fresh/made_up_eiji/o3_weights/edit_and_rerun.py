# -*- coding: utf-8 -*-
from collections import defaultdict

from o3_weights.one_query import attend_one


def what_if(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Recursion: one edit after the other, the last one is the bare question."""
    match (new_query, new_keys or None, drop):
        case (None, None, ()):
            _, gewichte, ausgabe = attend_one(query, keys, values)
            ergebnis = defaultdict(float)
            for wort, gewicht in zip(words, gewichte):
                ergebnis[wort] += gewicht
            return ergebnis, ausgabe
        case (None, None, (raus, *rest)):
            wo = words.index(raus)
            ohne = lambda xs: xs[:wo] + xs[wo + 1 :]
            return what_if(ohne(words), query, ohne(keys), ohne(values), drop=tuple(rest))
        case (None, dict(neu), _):
            return what_if(words, query, [neu[w] if w in neu else k for w, k in zip(words, keys)], values, drop=tuple(drop))
        case (q, _, _):
            return what_if(words, q, keys, values, new_keys=new_keys, drop=tuple(drop))
