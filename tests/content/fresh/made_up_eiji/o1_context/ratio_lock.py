# -*- coding: utf-8 -*-
from numpy import *


def log_weight_ratio(query, keys, a, b):
    s = einsum("d,nd->n", asarray(query) * 1.0, asarray(keys) * 1.0) / sqrt(size(query))
    L = s - logaddexp.reduce(s)
    return subtract(*take(L, [a, b]))


def ratio_is_locked(query, keys, a, b, extra_key):
    r = [log_weight_ratio(query, K, a, b) for K in (keys, append(keys, [extra_key], axis=0))]
    return ptp(r) < 1e-9
