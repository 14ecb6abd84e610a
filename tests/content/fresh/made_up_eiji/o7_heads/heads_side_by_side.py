# -*- coding: utf-8 -*-
"""Rekursion über die Köpfe."""
from o5_mask.mask_and_count import *

one_head = lambda X, W_Q, W_K, W_V: self_attention(X, W_Q, W_K, W_V, causal=False)


def side_by_side(X, heads):
    match list(heads):
        case []:
            return [[] for _ in X]
        case [(q, k, v), *rest]:
            _, links = one_head(X, q, k, v)
            return [a + b for a, b in zip(links, side_by_side(X, rest))]


def focus(A, tokens):
    größte = lambda zeile: min(range(len(zeile)), key=lambda j: (-zeile[j], j))
    return dict(zip(tokens, [tokens[größte(z)] for z in A]))
