"""Sparse, but connected: window, global tokens and stride in one causal mask."""

import numpy as np


def sparse_mask(n, window, global_tokens=(), stride=None):
    """The causal bool array (n, n) that joins window, global tokens and stride."""
    i, j = np.arange(n)[:, None], np.arange(n)
    is_open = i - j < window
    is_global = np.isin(np.arange(n), global_tokens)
    is_open = is_open | is_global[:, None] | is_global  # a global token sees all, and all see it
    if stride is not None:
        is_open = is_open | ((i - j) % stride == 0)
    return is_open & (j <= i)


def density(M):
    """The share of the causal cells that are open."""
    n = len(M)
    return np.sum(M) / (n * (n + 1) / 2)


def layers_needed(M):
    """How many stacked layers connect every token to every earlier one; None if no number does."""
    n = len(M)
    knows = np.eye(n)  # before the first layer every token knows only itself
    layers = 0
    while not knows[np.tril_indices(n)].all():
        now_knows = M @ knows > 0  # what any token it sees has known
        if (now_knows == knows).all():
            return None  # nothing new comes any more
        knows, layers = now_knows, layers + 1
    return layers
