# -*- coding: utf-8 -*-
from numpy import *
from o5_mask.causal_attention import causal_attention
from o3_weights.attention_matrix import sdpa


def next_token_pairs(tokens):
    if len(tokens) < 2:
        return [], []
    (a, b, *_), rest = tokens, next_token_pairs(tokens[1:])
    return [a, *rest[0]], [b, *rest[1]]


def peek_head(inputs, vocab_size, causal, beta=30.0):
    """Mit echten Fragen und Schlüsseln."""
    n = len(inputs)
    frage = beta * sqrt(n) * eye(n, k=1)
    schlüssel = eye(n)
    werte = zeros((n, vocab_size))
    werte[arange(n), inputs] = 1
    return (causal_attention if causal else sdpa)(frage, schlüssel, werte)[0]


def mean_prob_of_target(P, target):
    return einsum("ij,ij->", P, eye(shape(P)[1])[target]) / len(target)
