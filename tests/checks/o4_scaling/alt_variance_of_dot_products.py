"""Other correct styles of variance-of-dot-products."""

import math

import numpy as np
from o3_weights.softmax_rows import softmax_np

from grader.checks.variants import alternative


@alternative("loops", replaces="dot_stats")
def stats_loop(d_k, n_samples, rng, scale=True):
    """One sample after the other."""
    scores = []
    for _ in range(n_samples):
        q = rng.normal(size=d_k)
        k = rng.normal(size=d_k)
        s = q @ k
        if scale:
            s = s / np.sqrt(d_k)
        scores.append(s)
    return np.mean(scores), np.var(scores)


@alternative("loops", replaces="mean_top_weight")
def top_loop(d_k, n_keys, trials, rng, scale=True):
    """One trial after the other, a softmax call each."""
    total = 0.0
    for _ in range(trials):
        q = rng.normal(size=d_k)
        keys = [rng.normal(size=d_k) for _ in range(n_keys)]
        scores = np.array([q @ key for key in keys])
        if scale:
            scores = scores / math.sqrt(d_k)
        total += softmax_np(scores).max()
    return total / trials


@alternative("einsum, variance with n - 1", replaces="dot_stats")
def stats_einsum(d_k, n_samples, rng, scale=True):
    """ddof=1, keys first."""
    k, q = rng.standard_normal((2, n_samples, d_k))
    s = np.einsum("nd,nd->n", q, k) * (d_k**-0.5 if scale else 1)
    return [float(np.average(s)), float(np.var(s, ddof=1))]


@alternative("einsum, variance with n - 1", replaces="mean_top_weight")
def top_einsum(d_k, n_keys, trials, rng, scale=True):
    """Keys first, a power as scale."""
    K = rng.standard_normal((trials, n_keys, d_k))
    Q = rng.standard_normal((trials, d_k))
    A = softmax_np(np.einsum("td,tnd->tn", Q, K) * d_k ** (-0.5 * scale))
    return float(np.mean(np.amax(A, axis=1)))


@alternative("plain Python sums", replaces="dot_stats")
def stats_plain(d_k, n_samples, rng, scale=True):
    """Tables of numbers, everything else by hand."""
    q = rng.normal(0, 1, (n_samples, d_k))
    k = rng.normal(0, 1, (n_samples, d_k))
    products = (q * k).tolist()
    scores = [math.fsum(row) / (math.sqrt(d_k) if scale else 1.0) for row in products]
    mean = sum(scores) / len(scores)
    return mean, sum((s - mean) ** 2 for s in scores) / len(scores)


@alternative("plain Python sums", replaces="mean_top_weight")
def top_own_softmax(d_k, n_keys, trials, rng, scale=True):
    """1 over the sum of e^(score - largest) is the largest weight."""
    tops = []
    for _ in range(trials):
        s = rng.standard_normal((n_keys, d_k)) @ rng.standard_normal(d_k)
        s = s / d_k**0.5 if scale else s
        tops.append(1 / np.exp(s - s.max()).sum())
    return sum(tops) / len(tops)


@alternative("matmul of stacks", replaces="dot_stats")
def stats_matmul(d_k, n_samples, rng, scale=True):
    """Rows times columns, one by one, and the variance from the squares."""
    q = rng.standard_normal((n_samples, 1, d_k))
    k = rng.standard_normal((n_samples, d_k, 1))
    s = np.squeeze(q @ k, axis=(1, 2))
    divisor = math.sqrt(d_k) if scale else 1.0
    s = s / divisor
    return np.mean(s), np.mean(s**2) - np.mean(s) ** 2


@alternative("matmul of stacks", replaces="mean_top_weight")
def top_matmul(d_k, n_keys, trials, rng, scale=True):
    """(trials, n_keys, d_k) times (trials, d_k, 1)."""
    s = rng.standard_normal((trials, n_keys, d_k)) @ rng.standard_normal((trials, d_k, 1))
    if scale is True:
        s = s / math.sqrt(d_k)
    return np.max(softmax_np(s, axis=1), axis=1).mean()


@alternative("fresh", replaces="dot_stats")
def stats_fresh(d_k, n_samples, rng, scale=True):
    """From the text alone, clumsily: running totals, one sample at a time."""
    total = 0.0
    squares = 0.0
    divisor = math.sqrt(d_k) if scale == True else 1.0  # noqa: E712
    for _ in range(n_samples):
        q = rng.standard_normal(d_k)
        k = rng.standard_normal(d_k)
        score = float(sum(q * k)) / divisor
        total += score
        squares += score * score
    mean = total / n_samples
    return mean, (squares - n_samples * mean * mean) / (n_samples - 1)


@alternative("fresh", replaces="mean_top_weight")
def top_fresh(d_k, n_keys, trials, rng, scale=True):
    """A table of scores filled cell by cell, one softmax for the whole of it."""
    table = np.empty((trials, n_keys))
    for t in range(trials):
        query = rng.standard_normal(d_k)
        for i in range(n_keys):
            table[t, i] = np.dot(query, rng.standard_normal(d_k))
    if scale:
        table /= math.sqrt(d_k)
    weights = softmax_np(table)
    return sum(max(row) for row in weights) / trials
