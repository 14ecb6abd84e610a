"""Capstone: two layers, set by hand, that complete patterns of any words."""

import math

import numpy as np
from o7_heads.multi_head import multi_head


def causal_multi_head(X, P, h):
    """The stream (n, d) after one layer: X plus what the heads find under the causal mask."""
    position = np.arange(len(X))
    mask = position <= position[:, None]  # column <= row
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
    words = np.eye(vocab)
    first["W_Q"][vocab:previous, :n_max] = strength * np.eye(n_max, k=-1)  # position p: who stands at p - 1?
    first["W_K"][vocab:previous, :n_max] = np.eye(n_max)  # I stand at p
    first["W_V"][:vocab, :vocab] = words
    first["W_O"][:vocab, previous:out] = words  # the word to the left, noted in the third part
    second["W_Q"][:vocab, :vocab] = strength * words  # where was my word the previous one?
    second["W_K"][previous:out, :vocab] = words
    second["W_V"][:vocab, :vocab] = words
    second["W_O"][:vocab, out : out + vocab] = words  # the word that stands there is the prediction
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
