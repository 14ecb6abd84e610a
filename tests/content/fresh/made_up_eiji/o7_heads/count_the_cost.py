# -*- coding: utf-8 -*-
from math import prod


def mha_params(d_model, h, d_k=None, d_v=None, bias=False):
    match (d_k, d_v):
        case (None, _):
            return mha_params(d_model, h, d_model // h, d_v, bias)
        case (_, None):
            return mha_params(d_model, h, d_k, d_model // h, bias)
    größen = 2 * d_model * h * (d_k + d_v)
    return größen + (2 * h * d_k + h * d_v + d_model if bias else 0)


mha_multiplications = lambda n, d_model, h, n_k=None: {
    "exponentials": prod((h, n, n_k or n)),
    "output": prod((n, d_model, d_model)),
    "blend": prod((n, n_k or n, d_model)),
    "scores": prod((n, n_k or n, d_model)),
    "project": prod((n + (n_k or n) + (n_k or n), d_model, d_model)),
}
