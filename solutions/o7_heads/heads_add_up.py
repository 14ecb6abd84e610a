"""Heads add up: every head writes through its own rows of W_O, and the parts are added."""

import numpy as np
from o7_heads.multi_head import multi_head


def head_contributions(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """What each head writes into the result: (h, n, d)."""
    d = len(W_O)
    d_head = d // h
    joined, _ = multi_head(X, X, W_Q, W_K, W_V, np.eye(d), h, allowed)  # with the identity for W_O: the heads end to end
    rows = [slice(i * d_head, (i + 1) * d_head) for i in range(h)]
    return np.stack([joined[:, own] @ W_O[own] for own in rows])


def ablate(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """The output (n, d) without the contributions of the heads in off."""
    contributions = head_contributions(X, W_Q, W_K, W_V, W_O, h, allowed)
    is_on = [i not in off for i in range(h)]
    return contributions[is_on].sum(axis=0)
