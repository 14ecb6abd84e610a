import math

import numpy as np
from o7_heads.multi_head import multi_head


def causal_multi_head(X, P, h):
    n = len(X)
    allowed = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for j in range(i + 1):
            allowed[i, j] = True
    out, A = multi_head(X, X, P["W_Q"], P["W_K"], P["W_V"], P["W_O"], h, allowed)
    return X + out


def induction_weights(vocab, n_max, h=2, sharpness=30.0):
    d = 3 * vocab + n_max
    while d % h != 0 or d // h < max(vocab, n_max):
        d += 1
    previous = vocab + n_max
    out = previous + vocab
    strong = sharpness * math.sqrt(d // h)
    layers = []
    for _ in range(2):
        P = {}
        for name in ["W_Q", "W_K", "W_V", "W_O"]:
            P[name] = np.zeros((d, d))
        layers.append(P)
    P1, P2 = layers
    for p in range(n_max):
        if p > 0:
            P1["W_Q"][vocab + p, p - 1] = strong
        P1["W_K"][vocab + p, p] = 1
    for w in range(vocab):
        P1["W_V"][w, w] = 1
        P1["W_O"][w, previous + w] = 1
        P2["W_Q"][w, w] = strong
        P2["W_K"][previous + w, w] = 1
        P2["W_V"][w, w] = 1
        P2["W_O"][w, out + w] = 1
    return {"layers": layers, "d": d, "out": out}


def predict(tokens, vocab, n_max, W, h=2):
    n = len(tokens)
    X = np.zeros((n, W["d"]))
    for i in range(n):
        X[i, tokens[i]] = 1
        X[i, vocab + i] = 1
    for P in W["layers"]:
        X = causal_multi_head(X, P, h)
    start = W["out"]
    result = np.zeros((n, vocab))
    for i in range(n):
        for w in range(vocab):
            result[i, w] = X[i, start + w]
    return result
