"""A window on the past: every token sees itself and the w - 1 tokens before it."""

import math

import numpy as np


def window_mask(n, w):
    """The bool array (n, n) that is True where token i may look at token j."""
    i, j = np.arange(n)[:, None], np.arange(n)
    return (j <= i) & (i - j < w)


def window_attention(Q, K, V, w):
    """Attention in which every token sees itself and the w - 1 tokens before it: (n, d_v)."""
    Q, K, V = (np.asarray(array, dtype=float) for array in (Q, K, V))
    output = np.zeros(V.shape)
    for i, q in enumerate(Q):
        window = slice(max(0, i - w + 1), i + 1)
        scores = K[window] @ q / math.sqrt(len(q))  # at most w of them
        weights = np.exp(scores - scores.max())
        output[i] = weights @ V[window] / weights.sum()
    return output


def reach(w, layers):
    """How many steps back information can come from, through this many layers with windows of w."""
    return layers * (w - 1)  # each layer goes w - 1 steps further back
