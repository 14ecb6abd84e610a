import math

import numpy as np


def previous_token_head(vocab, n_max, sharpness=20.0):
    d = vocab + n_max
    W_Q = np.zeros((d, n_max))
    W_K = np.zeros((d, n_max))
    W_V = np.zeros((d, vocab))
    for p in range(n_max):
        if p > 0:
            W_Q[vocab + p, p - 1] = sharpness * math.sqrt(n_max)
        W_K[vocab + p, p] = 1
    for w in range(vocab):
        W_V[w, w] = 1
    return W_Q, W_K, W_V


def pronoun_head(is_pronoun, is_noun, sharpness=20.0):
    vocab = len(is_pronoun)
    W_Q = np.zeros((vocab, 1))
    W_K = np.zeros((vocab, 1))
    W_V = np.zeros((vocab, vocab))
    for w in range(vocab):
        if is_pronoun[w]:
            W_Q[w, 0] = sharpness
        if is_noun[w]:
            W_K[w, 0] = 1
        W_V[w, w] = 1
    return W_Q, W_K, W_V
