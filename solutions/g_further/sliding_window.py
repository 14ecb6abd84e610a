"""A window on the past: every token sees itself and the w - 1 tokens before it."""

import math

import numpy as np


def window_mask(n, w):
    """The bool array (n, n) that is True where token i may look at token j."""
    i, j = np.arange(n)[:, None], np.arange(n)
    return (j <= i) & (i - j < w)


def window_attention(Q, K, V, w):
    """Attention in which every token sees itself and the w - 1 tokens before it: (n, d_v)."""
    K = np.asarray(K)
    output = []
    for i, q in enumerate(Q):
        k, v = K[: i + 1][-w:], V[: i + 1][-w:]  # the last w of those up to i, fewer at the beginning
        scores = k @ q / math.sqrt(len(q))
        weights = np.exp(scores - scores.max())
        output.append(weights @ v / weights.sum())
    return np.array(output)


def reach(w, layers):
    """How many steps back information can come from, through this many layers with windows of w."""
    return layers * (w - 1)  # each layer goes w - 1 steps further back
