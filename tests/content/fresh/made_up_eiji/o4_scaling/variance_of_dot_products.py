# -*- coding: utf-8 -*-
from numpy import *


def dot_stats(d_k, n_samples, rng, scale=True):
    """Eine Ziehung für beide; Welford."""
    z = rng.standard_normal((2, d_k, n_samples))
    s = z.prod(axis=0).sum(axis=0) / (sqrt(d_k) if scale else 1.0)
    n, μ, M2 = 0, 0.0, 0.0
    for x in s:
        n += 1
        δ = x - μ
        μ += δ / n
        M2 += δ * (x - μ)
    return μ, M2 / n


def mean_top_weight(d_k, n_keys, trials, rng, scale=True):
    summe = 0
    for _ in range(trials):
        q, *k = rng.standard_normal((n_keys + 1, d_k))
        s = dot(k, q) / (sqrt(d_k) if scale else 1)
        summe += exp(s.max() - logaddexp.reduce(s))
    return summe / trials
