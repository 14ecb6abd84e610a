"""Capstone: two layers, set by hand, that complete patterns of any words."""

import math

import numpy as np
from o7_heads.multi_head import multi_head


def causal_multi_head(X, P, h):
    """The stream (n, d) after one layer: X plus what the heads find under the causal mask."""
    X = np.asarray(X)
    mask = np.tri(len(X), dtype=bool)
    found, _ = multi_head(X, X, P["W_Q"], P["W_K"], P["W_V"], P["W_O"], h, mask)
    return X + found


def induction_weights(vocab, n_max, h=2, sharpness=30.0):
    """The weights of both layers, the width of the stream, and the column where the prediction starts."""
    previous = vocab + n_max  # where the third part starts: the previous word
    out = previous + vocab  # where the fourth part starts: the prediction
    d_head = max(vocab, n_max, -(-(out + vocab) // h))  # rounded up: h heads must hold all four parts
    d = h * d_head
    strength = sharpness * math.sqrt(d_head)
    first, second = _no_weights(d), _no_weights(d)
    for p in range(n_max):
        first["W_K"][vocab + p, p] = 1.0  # I stand at p
        if p > 0:
            first["W_Q"][vocab + p, p - 1] = strength  # who stands at p - 1?
    for t in range(vocab):
        first["W_V"][t, t] = 1.0
        first["W_O"][t, previous + t] = 1.0  # the word to the left, noted in the third part
        second["W_Q"][t, t] = strength  # my word is t: where was t the previous word?
        second["W_K"][previous + t, t] = 1.0
        second["W_V"][t, t] = 1.0
        second["W_O"][t, out + t] = 1.0  # the word that stands there is the prediction
    return {"layers": [first, second], "d": d, "out": out}


def predict(tokens, vocab, n_max, W, h=2):
    """The prediction columns (n, vocab) of the stream after all layers of W."""
    X = np.zeros((len(tokens), W["d"]))
    for i, token in enumerate(tokens):
        X[i, token] = 1.0
        X[i, vocab + i] = 1.0
    for P in W["layers"]:
        X = causal_multi_head(X, P, h)
    return X[:, W["out"] : W["out"] + vocab]


def _no_weights(d):
    return {name: np.zeros((d, d)) for name in ("W_Q", "W_K", "W_V", "W_O")}
