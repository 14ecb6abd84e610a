"""Why dot products grow: measured."""

import math

import numpy as np
from o3_weights.softmax_rows import softmax_np


def dot_stats(d_k, n_samples, rng, scale=True):
    """(mean, variance) of n_samples scores q · k, divided by √d_k if scale."""
    q = rng.standard_normal((n_samples, d_k))
    k = rng.standard_normal((n_samples, d_k))
    scores = np.einsum("nd,nd->n", q, k)  # one dot product per row
    if scale:
        scores = scores / math.sqrt(d_k)
    return scores.mean(), scores.var()


def mean_top_weight(d_k, n_keys, trials, rng, scale=True):
    """The largest of the n_keys weights of one query, averaged over all trials."""
    q = rng.standard_normal((trials, 1, d_k))
    K = rng.standard_normal((trials, n_keys, d_k))
    scores = np.einsum("tid,tkd->tk", q, K)  # each trial: its query with its keys
    if scale:
        scores = scores / math.sqrt(d_k)
    return softmax_np(scores).max(axis=-1).mean()
