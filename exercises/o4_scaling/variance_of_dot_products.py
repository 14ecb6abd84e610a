"""Why dot products grow.

Why the root of d_k, of all numbers? Measure it. Fill queries and keys with random numbers of mean 0 and variance 1: then q · k has mean 0
and variance d_k, because it adds up d_k independent products. Dividing by √d_k brings the variance back to 1. The second function shows
what that is good for: without the division the largest weight climbs towards 1 as d_k grows; with it, it hardly changes.

    dot_stats         mean and variance of n_samples scores, each from a query and a key of its own
    mean_top_weight   in each trial: a new query, n_keys new keys, a softmax over the n_keys scores, the largest weight;
                      the mean of these largest weights over all trials

    mean_top_weight(64, 1, 10, np.random.default_rng(0))  ->  1.0

Good to know
- All entries are independent standard normal numbers, drawn from the rng you are given (a numpy.random.Generator):
  rng.standard_normal(shape). In which order you draw is up to you; use no other source of chance, so that the same rng gives the
  same answer.
- Draw a new q and a new k for every sample, and new ones for every trial.
- scale=True (the default) divides the scores by √d_k, scale=False leaves them as they are.
- The variance is the mean squared distance from the mean: np.var. Divide by n_samples or by n_samples - 1, as you like.
- dot_stats returns (mean, variance) as one tuple of two numbers, mean_top_weight one number.
- Up to 4 000 samples with d_k = 48, or 800 trials with d_k = 200, are asked for: a loop is fine, a table is faster. Each call of
  softmax_np costs time, so hand it a whole table of trials rather than one trial after the other.
- numpy is yours to use; torch, scipy and jax are not.
"""

import math

import numpy as np
from o3_weights.softmax_rows import softmax_np


def dot_stats(d_k, n_samples, rng, scale=True):
    """(mean, variance) of n_samples scores q · k, divided by √d_k if scale."""
    # TODO: a table of queries, a table of keys, one dot product per row.
    raise NotImplementedError


def mean_top_weight(d_k, n_keys, trials, rng, scale=True):
    """The largest of the n_keys weights of one query, averaged over all trials."""
    # TODO: one row of scores per trial, and a softmax along each row.
    raise NotImplementedError
